{{/* The agent's one file. Paths are those of the volumes in deployment.yaml; a secret's value is never in it. */}}
{{- define "vedette-agent.config" -}}
{{- $labels := deepCopy .Values.agent.labels -}}
{{- with .Values.cluster.alias }}{{- $_ := set $labels "cluster" . -}}{{- end -}}
{{- $nats := dict "urls" .Values.nats.urls "lobby_creds_file" (printf "/etc/vedette/lobby/%s" .Values.nats.lobby.key) -}}
{{- if or .Values.nats.ca.existingSecret .Values.nats.ca.existingConfigMap -}}
{{- $_ := set $nats "tls" (dict "ca_file" (printf "/etc/vedette/ca/%s" .Values.nats.ca.key)) -}}
{{- end -}}
{{- with .Values.nats.proxy -}}
{{- if .url -}}
{{- $proxy := dict "url" .url "no_proxy" .noProxy -}}
{{- if .auth.existingSecret -}}
{{- $_ := set $proxy "auth" (dict "file" (printf "/etc/vedette/proxy/%s" .auth.key)) -}}
{{- end -}}
{{- $_ := set $nats "proxy" $proxy -}}
{{- end -}}
{{- end -}}
{{- $config := dict
  "name" (coalesce .Values.agent.name .Values.cluster.alias .Release.Name)
  "labels" $labels
  "log_level" .Values.agent.logLevel
  "data_dir" "/var/lib/vedette"
  "nats" $nats
  "endpoints" (dict "port" 8081)
  "deny" .Values.deny
  "writes" .Values.writes
  "high_risk" .Values.highRisk
  "connectors" (include "vedette-agent.connectors" . | fromYamlArray)
-}}
{{- if eq .Values.enrolment.method "kubernetes" -}}
{{- $_ := set $config "kubernetes" (dict "token_file" "/var/run/secrets/vedette/token") -}}
{{- else -}}
{{- $_ := set $config "join_token" (dict "file" (printf "/etc/vedette/join/%s" .Values.enrolment.joinToken.key)) -}}
{{- end -}}
{{- with .Values.redaction -}}
{{- $redaction := dict "public_ips" .publicIps "custom" .custom -}}
{{- if .tagSecret.existingSecret -}}
{{- $_ := set $redaction "tag_secret" (dict "file" (printf "/etc/vedette/tags/%s" .tagSecret.key)) -}}
{{- end -}}
{{- $_ := set $config "redaction" $redaction -}}
{{- end -}}
{{- toYaml $config -}}
{{- end -}}

{{/* Those of the profile, unless the values list them themselves, then those of the values. */}}
{{- define "vedette-agent.connectors" -}}
{{- $given := list -}}
{{- range .Values.connectors }}{{- $given = append $given .connector -}}{{- end -}}
{{- $all := list -}}
{{- if and (include "vedette-agent.readsCluster" .) (not (has "kubernetes" $given)) -}}
{{- $config := dict -}}
{{- with .Values.cluster.alias }}{{- $_ := set $config "cluster" . -}}{{- end -}}
{{- if eq .Values.rbac.scope "namespaces" }}{{- $_ := set $config "namespaces" .Values.rbac.namespaces -}}{{- end -}}
{{- $all = append $all (dict "connector" "kubernetes" "config" $config) -}}
{{- end -}}
{{- if .Values.prometheus.url -}}
{{- $all = append $all (dict "connector" "prometheus" "config" (dict "url" .Values.prometheus.url)) -}}
{{- end -}}
{{- toYaml (concat $all .Values.connectors) -}}
{{- end -}}
