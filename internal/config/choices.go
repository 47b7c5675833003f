package config

// Recipes are the names of the built-in ways to sign a lookup.
func Recipes() []string {
	return []string{"sorted-md5", "concat-md5", "concat-sha256", "hmac-sha256", "hmac-sha256-base64"}
}

// Kinds are the ways in which a customer earns (sections 2.4 to 2.6).
func Kinds() []string { return []string{KindEmployed, KindGovernment, KindSelfEmployed} }

// Alphabets are what the names of invented people may be written in.
func Alphabets() []string {
	return []string{"arabic", "chinese", "cyrillic", "greek", "japanese", "korean", "latin", "latin-extended"}
}
