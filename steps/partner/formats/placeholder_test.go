package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsATemplateInAText(t *testing.T) {
	for text, sure := range map[string]bool{
		"Optional[Amina]": true, "Optional.empty": true, "Some(Amina)": true, "Customer(firstName=Amina, lastName=Hassan)": true, "Customer[name=Amina]": true,
		"Customer{name='Amina'}": true, "{name=Samsung}": true, "com.store.Brand@6d06d69c": true, "[Ljava.lang.String;@1b6d3586": true, "[B@4e50df2e": true,
		"java.util.GregorianCalendar[time=1795488000000]": true, "SystemClock[Z]": true, "class com.store.Employer": true, "#{customer.firstName}": true, "{0}": true, "%s": true, "%1$s": true, "%d": true, " [object Object] ": true,
		"#<Customer:0x0000000104f3>": true, "#<struct Item brand=nil>": true, "#<Proc:0x01 (irb):1 (lambda)>": true, `{:first=>"Grace"}`: true, `{"brand" => "LG"}`: true, ":first_name": true, "%{first_name}": true, "%<desc>s": true, "translation missing: en.brand": true,
		"%NAME%": true, "%(name)s": true, "@@NAME@@": true, "__NAME__": true, "{% name %}": true, "{self.brand}": true, "[object Object] TV": true, "[[${name}]]": true,
		"{{city}}, Kenya": true, "{{ company }} Ltd": true, "{{user}}@mail.example": true, "A ${item.brand} TV": true, "Shop %{town}": true, "@{maker}": true, "${{ env.NAME }}": true,
		"{{}}, Kenya": false, "Case ${HOME} print": false, "Only ${5}": false, "20%{sale}": false, "Model {A}": false, "100% cotton": false, "undefined behaviour T-shirt": false, "CODE-undefined": false, "&lt;new&gt;": false, "[[new]]": false,
		"$name": false, "[name]": false, "50% off, 100%": false, "%": false, "{blue}.": false, "@home": false, "_a_": false, "[objects]": false,
		"#1 in sales": false, "5 => 6": false, ": blue": false, ":)": false, "100 % {new}": false, "<b>": false,
		"Optional": false, "Optional extras (2)": false, "Some": false, "Cable (3m)": false, "TV (size=43)": false, "100%": false, "#1": false, "{blue}": false, "Galaxy A15 (128 GB)": false, "A=B": false, "von.cooker@1b6d": false, `{"colour": "red"}`: false, "class 5": false, "world class mattress": false, "amina@customers.example": false, "sales.Store@cafe.example": false,
	} {
		require.Equal(t, sure, IsCertainTemplate(text), text)
	}
}

// TestWhatIsAWholeTemplate holds that brackets which people may write around a word are a template
// where a value is no free text, also escaped for HTML.
func TestWhatIsAWholeTemplate(t *testing.T) {
	for text, is := range map[string]bool{
		"&lt;x&gt;": true, "&lt;id number&gt;": true, "&#60;x&#62;": true, "[[x]]": true, "[[ first.name ]]": true, "$(VALUE)": true, "$(x)": true, "${{ x }}": true, "@{x}": true,
		"&lt;3": false, "A &amp; B": false, "[[1]]": false, "[x]": false, "$(5)": false, "(x)": false, "[[9f86d081]]": false,
	} {
		require.Equal(t, is, IsTemplate(text), text)
	}
}

func TestWhatIsADamagedText(t *testing.T) {
	for damaged, text := range map[string]string{
		"O&#39;Hara": "O'Hara", "O%27Hara": "O'Hara", "Zo?": "Zoë", "Zo\ufffd": "Zoë", "ZoÃ«": "Zoë",
	} {
		require.True(t, IsDamaged(text, damaged), damaged)
		require.False(t, IsDamaged(damaged, text), damaged)
	}
	for damaged, text := range map[string]string{"Zoe": "Zoë", "Zoë": "Zoë", "": "Zoë", "AMINA": "Amina", "Amina Hassan": "Amina"} {
		require.False(t, IsDamaged(text, damaged), damaged)
	}
}

func TestWhichWordsHaveTheSignsOfATemplate(t *testing.T) {
	for text, names := range map[string][]string{
		"$brand": {"brand"}, "[first_name]": {"first_name"}, "A ${item.brand} TV": {"item.brand"}, "{{name}}@mail.example": {"name"}, "%EMAIL%@mail.example": {"EMAIL"}, "%NAME": {"NAME"},
		"item_brand": {"item_brand"}, "<< first name >>": {"first name"}, "$!{name}": {"name"}, "#NAME#": {"NAME"}, "&lt;item_brand&gt;": {"item_brand"},
		"Samsung": nil, "100 $": nil, "@Source": nil, "#Brand": nil, ":code": nil, "100% value 50% off": nil, "10%value%": nil, "A brand": nil, "": nil, "$5": nil,
	} {
		require.Subset(t, NamesInTemplates(text), names, text)
		require.Equal(t, len(names) == 0, len(NamesInTemplates(text)) == 0, text)
	}
}

func TestWhichTextsHaveNoValue(t *testing.T) {
	for text, is := range map[string]bool{
		"null": true, "Samsung undefined": true, "null TV": true, "None Phone": true, "None": true, "TODO": true, "FIXME: text": true, "Array": true, "TV %s": true, "undefined, Kenya": true, "string": true, "TODO: text": true,
		"Nullarbor": false, "Array Ltd": false, "Second to None": false, "TODO MODA": false, "Null & Sons": false, "Nan, Thailand": false, "undefinedness": false, "100 %": false, "A string of pearls": false,
	} {
		require.Equal(t, is, IsPlaceholderText(text), text)
	}
}
