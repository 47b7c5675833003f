package reference

// apiVersion is the version of the main endpoints (section 9).
const apiVersion = "2.0"

// envelope encloses every answer except the lookup's (section 1). Message is set only in
// refusals.
type envelope struct {
	RequestID  string `json:"request_id,omitempty"`
	APIVersion string `json:"apiVersion"`
	Status     int    `json:"status"`
	OrderID    string `json:"order_id,omitempty"`
	Data       any    `json:"data,omitempty"`
	Message    string `json:"message,omitempty"`
}

// foreignEnvelope encloses the lookup's answers (2.10).
type foreignEnvelope struct {
	Code    int    `json:"code"`
	Msg     string `json:"msg"`
	Data    any    `json:"data"`
	Success bool   `json:"success"`
}

// otpMessage is the data of send OTP in the test environment (4.1).
type otpMessage struct {
	Message string `json:"message"`
	OTP     string `json:"otp"`
}

// confirmation is the data of a cancel (4.9).
type confirmation struct {
	Message string `json:"message"`
}

// paymentTerms are decimal strings with two fraction digits (2.8).
type paymentTerms struct {
	PrincipalAmount  string `json:"principal_amount"`
	UpfrontFees      string `json:"upfront_fees"`
	FirstInstallment string `json:"first_installment"`
	MinimumPayment   string `json:"minimum_payment"`
}

// verifyResult is the data of verify OTP (2.9).
type verifyResult struct {
	ID                string       `json:"id"`
	CreditLimit       cents        `json:"credit_limit"`
	AvailableLimit    cents        `json:"available_limit"`
	CreditLimitStatus string       `json:"credit_limit_status"`
	PaymentTerms      paymentTerms `json:"payment_terms"`
}

// limitRecord is the data of create and fetch limit (2.8).
type limitRecord struct {
	Updated            string             `json:"updated"`
	CustomerDetails    customerDetails    `json:"customer_details"`
	CreditLimitDetails creditLimitDetails `json:"credit_limit_details"`
	PaymentTerms       paymentTerms       `json:"payment_terms"`
}

type customerDetails struct {
	ID             string `json:"id"`
	FirstName      string `json:"first_name"`
	LastName       string `json:"last_name"`
	Email          string `json:"email"`
	IDNumber       string `json:"id_number"`
	MobileNumber   string `json:"mobile_number"`
	ReferralSource string `json:"referral_source"`
}

type creditLimitDetails struct {
	ID                string `json:"id"`
	CreditLimit       cents  `json:"credit_limit"`
	AvailableLimit    cents  `json:"available_limit"`
	CreditLimitStatus string `json:"credit_limit_status"`
}

// purchaseRecord is a purchase item in answers and in the store (2.3).
type purchaseRecord struct {
	ID                      string `json:"id"`
	FacilityStatus          string `json:"facility_status"`
	LoanApplicationDetailID string `json:"loan_application_detail_id"`
	PartnerStoreID          string `json:"partner_store_id"`
	LoanProductID           string `json:"loan_product_id"`
	ItemValue               cents  `json:"item_value"`
	ItemTopup               cents  `json:"item_topup"`
	TopupRef                string `json:"topup_ref"`
	UpfrontFees             cents  `json:"upfront_fees"`
	InterestRate            cents  `json:"interest_rate"`
	LoanDuration            int    `json:"loan_duration"`
	PreferredOption         string `json:"preferred_option"`
	DeliveryOption          string `json:"delivery_option"`
	FacilityPlan            int    `json:"facility_plan"`
	ItemType                string `json:"item_type"`
	ItemBrand               string `json:"item_brand"`
	ItemCode                string `json:"item_code"`
	ItemDescription         string `json:"item_description"`
	StoreName               string `json:"store_name"`
	Source                  string `json:"source"`
	AcceptedTerms           string `json:"accepted_terms"`
	CreatedAt               string `json:"created_at"`
	UpdatedAt               string `json:"updated_at"`
}

// lookupResult is the data of the lookup (2.10). It holds either the address or both objects.
type lookupResult struct {
	RedirectURL     *string          `json:"redirectUrl"`
	CreditLimitInfo *creditLimitInfo `json:"creditLimitInfo"`
	BaseInfo        *baseInfo        `json:"baseInfo"`
}

type creditLimitInfo struct {
	CreditLimitNo  string `json:"creditLimitNo"`
	ApplicationNo  string `json:"applicationNo"`
	MemberID       string `json:"memberId"`
	ProductNo      string `json:"productNo"`
	CreditLimit    cents  `json:"creditLimit"`
	UsedLimit      cents  `json:"usedLimit"`
	FrozenLimit    cents  `json:"frozenLimit"`
	AvailableLimit cents  `json:"availableLimit"`
	Currency       string `json:"currency"`
}

// baseInfo is the profile of a customer. Its timestamps are in milliseconds since 1970.
type baseInfo struct {
	CountryID     int     `json:"countryId"`
	MemberID      string  `json:"memberId"`
	Email         string  `json:"email"`
	FirstName     string  `json:"firstName"`
	LastName      string  `json:"lastName"`
	Mobile        string  `json:"mobile"`
	NationalIDNo  string  `json:"nationalIdNo"`
	ImageURL      *string `json:"imageUrl"`
	PassportNo    *string `json:"passportNo"`
	BvnNo         *string `json:"bvnNo"`
	Gender        int     `json:"gender"`
	MaritalStatus int     `json:"maritalStatus"`
	Birthday      int64   `json:"birthday"`
	RegisterTime  int64   `json:"registerTime"`
	CreateTime    int64   `json:"createTime"`
}
