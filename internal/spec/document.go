package spec

// What the suite was written from.
const (
	Service  = "Consumer Credit Partner Service"
	Document = Service + ": Interface Specification"
	Edition  = "version 2 (apiVersion 2.0)" // section 9
	// DocumentDigest is the SHA-256, in hex, of that document, as Markdown.
	DocumentDigest = "0517ae2e3ba8009ef9ab171e9d947678af2ee34a4b7c2c99f27c3f2fbc7ddc24"
)
