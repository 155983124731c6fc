{{/* Asks the agent's own endpoint from inside its container; anything but 200 fails. */}}
{{- define "vedette-agent.probe" -}}
exec:
  command:
    - bash
    - -c
    - 'exec 3<>/dev/tcp/127.0.0.1/8081 && printf "GET {{ . }} HTTP/1.0\r\n\r\n" >&3 && read -r line <&3 && [[ $line == *" 200 "* ]]'
{{- end -}}
