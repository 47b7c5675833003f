// Package openapi writes the service as an OpenAPI 3.1 document, made from the
// schemas that the suite judges by. It cannot say more than they do, nor less:
// where the specification contradicts itself, every documented reading stands
// in an anyOf; where it is silent, the document is silent too.
//
// OpenAPI 3.1 takes JSON Schema as it is; 3.0 has neither null types nor
// conditions, which the specification needs.
package openapi
