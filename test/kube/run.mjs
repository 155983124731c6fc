// The tests against a real kube-apiserver come with the kubernetes connector.
process.stdout.write('test:kube: no such tests in this version (there is no kubernetes connector yet)\n')
