{{/* The server's settings; accounts and their keys' public halves stand in the included file. */}}
{{- define "vedette-control-plane.natsConfig" -}}
{{- $name := include "vedette-control-plane.nats" . -}}
{{- $tls := "{ cert_file: \"/etc/nats/tls/tls.crt\", key_file: \"/etc/nats/tls/tls.key\" }" -}}
{{- $count := int .Values.nats.bundled.replicas -}}
server_name: $POD_NAME
listen: "0.0.0.0:4222"
http: "0.0.0.0:8222"
max_payload: 1048576
ping_interval: "5s"
ping_max: 2
authorization { timeout: 10 }
{{- if .Values.nats.bundled.tls.existingSecret }}
tls {{ $tls }}
{{- end }}
{{- if .Values.nats.bundled.websocket.enabled }}
websocket { listen: "0.0.0.0:8443", {{ ternary (printf "tls %s" $tls) "no_tls: true" (ne .Values.nats.bundled.tls.existingSecret "") }} }
{{- end }}
{{- if gt $count 1 }}
cluster {
  name: {{ $name | quote }}
  listen: "0.0.0.0:6222"
  routes: [
    {{- range until $count }}
    "nats-route://{{ $name }}-{{ . }}.{{ $name }}-peers.{{ $.Release.Namespace }}.svc:6222"
    {{- end }}
  ]
}
{{- end }}
include "accounts/accounts.conf"
{{- end -}}
