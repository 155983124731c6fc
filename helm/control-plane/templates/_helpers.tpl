{{- define "vedette-control-plane.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "vedette-control-plane.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains (include "vedette-control-plane.name" .) .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "vedette-control-plane.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Takes a list: the root and the component, control-plane or nats. */}}
{{- define "vedette-control-plane.selector" -}}
app.kubernetes.io/name: {{ include "vedette-control-plane.name" (first .) }}
app.kubernetes.io/instance: {{ (first .).Release.Name }}
app.kubernetes.io/component: {{ last . }}
{{- end -}}

{{- define "vedette-control-plane.labels" -}}
{{ include "vedette-control-plane.selector" . }}
{{- with first . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: vedette
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}
{{- end -}}

{{- define "vedette-control-plane.serviceAccount" -}}
{{- if .Values.serviceAccount.name -}}
{{- .Values.serviceAccount.name -}}
{{- else if .Values.serviceAccount.create -}}
{{- include "vedette-control-plane.fullname" . -}}
{{- else -}}
{{- fail "serviceAccount.name: name the ServiceAccount that exists, or let serviceAccount.create make one" -}}
{{- end -}}
{{- end -}}

{{- define "vedette-control-plane.nats" -}}
{{- printf "%s-nats" (include "vedette-control-plane.fullname" . | trunc 58 | trimSuffix "-") -}}
{{- end -}}

{{/* Takes a list: an image of the values and its tag when they name none. */}}
{{- define "vedette-control-plane.image" -}}
{{- with first . -}}
{{- if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository (default (last $) .tag) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "vedette-control-plane.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "vedette-control-plane.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "vedette-control-plane.natsUrls" -}}
{{- if eq .Values.nats.mode "external" -}}
{{- toYaml .Values.nats.urls -}}
{{- else -}}
- {{ ternary "tls" "nats" (ne .Values.nats.bundled.tls.existingSecret "") }}://{{ include "vedette-control-plane.nats" . }}.{{ .Release.Namespace }}.svc:4222
{{- end -}}
{{- end -}}

{{/* What no schema can say: values that only make sense together. */}}
{{- define "vedette-control-plane.check" -}}
{{- if not .Values.operator.existingSecret -}}
{{- fail "operator.existingSecret: name the Secret with operator.json, made by `vedette control-plane init`" -}}
{{- end -}}
{{- if eq .Values.store.type "sqlite" -}}
{{- if .Values.autoscaling.enabled -}}
{{- fail "autoscaling.enabled: needs store.type postgres, for SQLite holds one replica" -}}
{{- end -}}
{{- if gt (int .Values.replicas) 1 -}}
{{- fail "replicas: needs store.type postgres, for SQLite holds one replica" -}}
{{- end -}}
{{- else if not .Values.store.postgres.existingSecret -}}
{{- fail "store.postgres.existingSecret: name the Secret with the URL of PostgreSQL" -}}
{{- end -}}
{{- if gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas) -}}
{{- fail "autoscaling.maxReplicas: must not be below autoscaling.minReplicas" -}}
{{- end -}}
{{- if and (eq .Values.nats.mode "external") (not .Values.nats.urls) -}}
{{- fail "nats.urls: name the servers of the external NATS" -}}
{{- end -}}
{{- if and (eq .Values.nats.mode "bundled") .Values.nats.urls -}}
{{- fail "nats.urls: belong to nats.mode external" -}}
{{- end -}}
{{- if not .Values.oauth.settings -}}
{{- if or .Values.oauth.ca.existingSecret .Values.oauth.clientSecret.existingSecret -}}
{{- fail "oauth.settings: name the provider that these Secrets are for" -}}
{{- end -}}
{{- else if and .Values.oauth.clientSecret.existingSecret (not .Values.oauth.settings.sign_in) -}}
{{- fail "oauth.settings.sign_in: the client's secret is for signing in; name client_id too" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.host: name the host that clients use" -}}
{{- end -}}
{{- end -}}

{{/* The control plane's one file. */}}
{{- define "vedette-control-plane.config" -}}
{{- include "vedette-control-plane.check" . -}}
{{- $nats := dict "urls" (include "vedette-control-plane.natsUrls" . | fromYamlArray) -}}
{{- if .Values.nats.ca.existingSecret -}}
{{- $_ := set $nats "tls" (dict "ca_file" (printf "/etc/vedette/ca/%s" .Values.nats.ca.key)) -}}
{{- end -}}
{{- $http := dict "host" "0.0.0.0" "port" 4680 "allowed_origins" .Values.config.allowedOrigins -}}
{{- $public := .Values.config.publicUrl -}}
{{- if and (not $public) .Values.ingress.enabled -}}
{{- $public = printf "%s://%s" (ternary "https" "http" (ne .Values.ingress.tlsSecret "")) .Values.ingress.host -}}
{{- end -}}
{{- with $public }}{{- $_ := set $http "public_url" . -}}{{- end -}}
{{- $config := dict
  "data_dir" "/var/lib/vedette"
  "nats" $nats
  "http" $http
  "tick_ms" (int .Values.config.tickMs)
  "time_zone" .Values.config.timeZone
  "log_level" .Values.config.logLevel
-}}
{{- if eq .Values.store.type "postgres" -}}
{{- $_ := set $config "store" (dict "file" (printf "/etc/vedette/store/%s" .Values.store.postgres.key)) -}}
{{- end -}}
{{- with .Values.oauth.settings -}}
{{- $oauth := deepCopy . -}}
{{- with $.Values.oauth.ca -}}
{{- if .existingSecret }}{{- $_ := set $oauth "ca_file" (printf "/etc/vedette/oauth-ca/%s" .key) -}}{{- end -}}
{{- end -}}
{{- with $.Values.oauth.clientSecret -}}
{{- if .existingSecret -}}
{{- $_ := set $oauth.sign_in "client_secret" (dict "file" (printf "/etc/vedette/oauth-client/%s" .key)) -}}
{{- end -}}
{{- end -}}
{{- $_ := set $config "oauth" $oauth -}}
{{- end -}}
{{- with .Values.limits }}{{- $_ := set $config "limits" . -}}{{- end -}}
{{- $runbooks := dict -}}
{{- range $organisation, $configMap := .Values.runbooks -}}
{{- $_ := set $runbooks $organisation (printf "/etc/vedette/runbooks/%s" $configMap) -}}
{{- end -}}
{{- if $runbooks }}{{- $_ := set $config "runbooks" $runbooks -}}{{- end -}}
{{- toYaml $config -}}
{{- end -}}
