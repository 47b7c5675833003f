module github.com/credit-partner/assay

go 1.26
