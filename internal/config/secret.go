package config

// Secret says where a secret is to be had. At most one member is set, and never
// the secret itself.
type Secret struct {
	Env     string   // name of an environment variable
	File    string   // path; the file holds the secret and nothing else
	Command []string // argv; no shell. It prints the secret
}
