{{- define "vedette-agent.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "vedette-agent.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains (include "vedette-agent.name" .) .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "vedette-agent.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "vedette-agent.selector" -}}
app.kubernetes.io/name: {{ include "vedette-agent.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "vedette-agent.labels" -}}
{{ include "vedette-agent.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/component: agent
app.kubernetes.io/part-of: vedette
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "vedette-agent.serviceAccount" -}}
{{- if .Values.serviceAccount.name -}}
{{- .Values.serviceAccount.name -}}
{{- else if .Values.serviceAccount.create -}}
{{- include "vedette-agent.fullname" . -}}
{{- else -}}
{{- fail "serviceAccount.name: name the ServiceAccount that exists, or let serviceAccount.create make one" -}}
{{- end -}}
{{- end -}}

{{- define "vedette-agent.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository (default $.Chart.AppVersion .tag) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* True where the agent reads the API server of its own cluster. */}}
{{- define "vedette-agent.readsCluster" -}}
{{- if eq .Values.profile "cluster" -}}true{{- end -}}
{{- end -}}

{{/* What no schema can say: values that only make sense together. */}}
{{- define "vedette-agent.check" -}}
{{- if not .Values.nats.urls -}}
{{- fail "nats.urls: name the NATS servers of the control plane" -}}
{{- end -}}
{{- if not .Values.nats.lobby.existingSecret -}}
{{- fail "nats.lobby.existingSecret: name the Secret with the lobby credential" -}}
{{- end -}}
{{- if and .Values.nats.ca.existingSecret .Values.nats.ca.existingConfigMap -}}
{{- fail "nats.ca: takes existingSecret or existingConfigMap, not both" -}}
{{- end -}}
{{- if eq .Values.enrolment.method "joinToken" -}}
{{- if not .Values.enrolment.joinToken.existingSecret -}}
{{- fail "enrolment.joinToken.existingSecret: name the Secret with the join token" -}}
{{- end -}}
{{- if not .Values.persistence.enabled -}}
{{- fail "persistence.enabled: an agent with a join token must keep its key over a restart" -}}
{{- end -}}
{{- end -}}
{{- if and (eq .Values.rbac.scope "namespaces") (not .Values.rbac.namespaces) -}}
{{- fail "rbac.namespaces: name the namespaces that rbac.scope limits the agent to" -}}
{{- end -}}
{{- if and (has "k8s.workloads.restart" .Values.writes) (not .Values.highRisk) -}}
{{- fail "highRisk: must be true beside writes for k8s.workloads.restart" -}}
{{- end -}}
{{- if and .Values.prometheus.url (ne .Values.profile "cluster") -}}
{{- fail "prometheus.url: belongs to the profile cluster; list the prometheus connector under connectors" -}}
{{- end -}}
{{- end -}}

{{/* The rules of the profile, as `vedette permissions --connector kubernetes` writes them. */}}
{{- define "vedette-agent.rules" -}}
{{- $file := ternary "files/role.yaml" "files/cluster-role.yaml" (eq .Values.rbac.scope "namespaces") -}}
{{- $rules := get (.Files.Get $file | fromYaml) (ternary "restart" "read" (has "k8s.workloads.restart" .Values.writes)) -}}
{{- toYaml $rules -}}
{{- end -}}
