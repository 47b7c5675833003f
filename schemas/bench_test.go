package schemas

import "testing"

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		if _, err := compile(nil); err != nil {
			b.Fatal(err)
		}
	}
}

// threeRecords is what create purchases answers to a cart of three.
var threeRecords = []byte(`{"apiVersion":"2.0","status":201,"order_id":"1","data":[` + aRecord + `,` + aRecord + `,` + aRecord + `]}`)

func BenchmarkValidateThreeRecords(b *testing.B) {
	set := compileForTest(b, nil)
	b.SetBytes(int64(len(threeRecords)))
	b.ReportAllocs()
	for b.Loop() {
		if !set.Validate("create-purchases-data", threeRecords).OK() {
			b.Fatal("the sample is valid")
		}
	}
}

func BenchmarkParseThreeRecords(b *testing.B) {
	set := compileForTest(b, nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, report := set.Parse(threeRecords); !report.OK() {
			b.Fatal("the sample is valid")
		}
	}
}

// Several schemas over one document: guard and decoding are paid once.
func BenchmarkDocumentValidate(b *testing.B) {
	set := compileForTest(b, nil)
	document, _ := set.Parse(threeRecords)
	for _, name := range []string{"api-version", "order-id", "create-purchases-data"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !document.Validate(name).OK() {
					b.Fatal("the sample is valid")
				}
			}
		})
	}
}

func BenchmarkValidateLimitRequest(b *testing.B) {
	set := compileForTest(b, nil)
	body := []byte(valid["create-limit-request"][4])
	b.ReportAllocs()
	for b.Loop() {
		if !set.Validate("create-limit-request", body).OK() {
			b.Fatal("the sample is valid")
		}
	}
}

func BenchmarkValidateFaulty(b *testing.B) {
	set := compileForTest(b, nil)
	b.ReportAllocs()
	for b.Loop() {
		if set.Validate("get-purchase-data", threeRecords).OK() {
			b.Fatal("an array is no record")
		}
	}
}
