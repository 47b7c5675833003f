// The scenarios that newman, k6 and cucumber-js run: twenty calls, over all nine endpoints, each
// with the response that the specification gives. A text {{name}} is replaced with a value from an
// earlier response.

const json = { 'Content-Type': 'application/json' };
const signed = { ...json, Noncestr: 'n-1', Timestamp: '1700000000', Sign: 'placeholder' };

const terms = { principal_amount: 'money', upfront_fees: 'money', first_installment: 'money', minimum_payment: 'money' };
const limit = {
  updated: 'moment',
  customer_details: {
    id: 'uuid', first_name: 'string', last_name: 'string', email: 'string', id_number: 'string',
    mobile_number: 'string', referral_source: 'string',
  },
  credit_limit_details: { id: 'uuid', credit_limit: 'number', available_limit: 'number', credit_limit_status: 'string' },
  payment_terms: terms,
};
const record = {
  id: 'uuid', facility_status: 'string', loan_application_detail_id: 'uuid', partner_store_id: 'uuid',
  loan_product_id: 'uuid', item_value: 'number', item_topup: 'number', topup_ref: 'string', upfront_fees: 'number',
  interest_rate: 'number', loan_duration: 'integer', preferred_option: 'string', delivery_option: 'string',
  facility_plan: 'integer', item_type: 'string', item_brand: 'string', item_code: 'string', item_description: 'string',
  store_name: 'string', source: 'string', accepted_terms: 'string', created_at: 'millis', updated_at: 'millis',
};
const member = {
  creditLimitNo: 'string', applicationNo: 'string', memberId: 'string', productNo: 'string', creditLimit: 'number',
  usedLimit: 'number', frozenLimit: 'number', availableLimit: 'number', currency: 'string',
};
const person = {
  countryId: 'integer', memberId: 'string', email: 'string', firstName: 'string', lastName: 'string', mobile: 'string',
  nationalIdNo: 'string', imageUrl: 'string?', passportNo: 'string?', bvnNo: 'string?', gender: 'integer',
  maritalStatus: 'integer', birthday: 'integer', registerTime: 'integer', createTime: 'integer',
};

const envelope = (status, more) => ({ apiVersion: '=2.0', status: '=' + status, ...more });
const withRequestId = (status, data) => envelope(status, { request_id: 'string', data });
const purchases = (status, more) => envelope(status, { request_id: 'absent', ...more });
const found = { code: '=200', msg: 'string', success: '=true', data: { redirectUrl: 'null', creditLimitInfo: member, baseInfo: person } };
const notFound = { code: '=200', msg: 'string', success: '=true', data: { redirectUrl: 'string', creditLimitInfo: 'null', baseInfo: 'null' } };
const badToken = { code: '=500', msg: 'string', success: '=false', data: 'null' };

const known = { id_number: '1000001', phone_number: '+254700000001' };
const newcomer = { id_number: '20000001', phone_number: '+254711000001', first_name: 'Wanjiru', last_name: 'Kamau' };
const details = (who, n) => ({
  first_name: who, last_name: 'Kamau', id_number: '2000000' + n, country_code: 'KE', phone_number: '+25471100000' + n,
  gender: 'female', date_of_birth: '01/31/1990', marital_status: 'married', email: who + '@customers.example',
  loan_amount: 45000, referral_source: '{{storeKey}}',
});
const employed = {
  employer: 'Kilele Ltd', net_income: 120000, expenses: 40000, job_level: 'Senior Manager',
  job_function: 'IT & Software', employer_sector: 'private_sector', payment_type: 'bank',
};
const business = {
  business_type: 'sole_proprietorship', business_name: 'Corner Shop', business_payment_type: 'mpesa',
  business_location: 'Nairobi, Kenya', gross_monthly_revenue: 250000, average_monthly_expenses: 90000,
  average_monthly_personal_expense: 40000, business_industry: 'Trade & Services', business_registered: true,
};
const item = (code, value) => ({
  item_type: 'phone', item_brand: 'Kilele', store_key: '{{storeKey}}', delivery_option: 'customer_store_pickup',
  preferred_option: 'pick_up', item_description: '64 GB, black', facility_plan: 'provider_regular_plan',
  item_code: code, item_value: value,
});
const collect = (...ids) => ({ items: ids.map((id) => ({ id, facility_status: 'collected_by_agent' })) });

const otp = { message: 'string', otp: 'otp' };
const verified = { id: 'uuid', credit_limit: 'number', available_limit: 'number', credit_limit_status: 'string', payment_terms: terms };
const step = (name, method, path, status, shape, body, more) => ({ name, method, path, status, shape, body, headers: body ? json : {}, ...more });
const lookup = (name, field, value, shape, more) =>
  step(name, 'POST', '/open/op/customer/detail', shape === badToken ? 0 : 200, shape, { queryFieldEnum: field, value }, { headers: signed, ...more });

const journey = [
  step('send an OTP to a customer', 'POST', '/api/v2/otp/send', 200, withRequestId(200, otp), known, { keep: { otp: 'data.otp' } }),
  step('verify it', 'POST', '/api/v2/otp/verify', 200, withRequestId(200, verified), { ...known, item_value: '1500', otp: '{{otp}}' }),
  step('send an OTP to a newcomer', 'POST', '/api/v2/otp/send', 200, withRequestId(200, otp),
    { ...newcomer, country_code: 'KE', date_of_birth: '01/31/1990' }, { keep: { otp: 'data.otp' } }),
  step('verify the newcomer', 'POST', '/api/v2/otp/verify', 200, withRequestId(200, verified),
    { id_number: newcomer.id_number, phone_number: newcomer.phone_number, item_value: '1500', otp: '{{otp}}' }),
  step('a limit for an employee', 'POST', '/api/v2/limits', 201, withRequestId(201, limit),
    { ...details('wanjiru', 1), employed: true, employed_occupational_detail: employed }, { keep: { customer: 'data.customer_details.id' } }),
  step('a limit for an officer', 'POST', '/api/v2/limits', 201, withRequestId(201, limit), {
    ...details('otieno', 2), employed: true,
    employed_occupational_detail: { ...employed, employer: 'Ministry of Health', employer_sector: 'government_sector', job_group: 'K' },
  }),
  step('a limit for a shopkeeper', 'POST', '/api/v2/limits', 201, withRequestId(201, limit),
    { ...details('amina', 3), employed: false, self_employed_occupational_detail: business }),
  step('fetch a limit', 'GET', '/api/v2/limits/{{customer}}', 200, withRequestId(200, limit)),
  lookup('look up by mobile', 'mobile', known.phone_number, found),
  lookup('look up by id number', 'NATIONAL_ID', known.id_number, found),
  lookup('look up somebody without a limit', 'NATIONAL_ID', '1000003', notFound),
  lookup('look up with a wrong token', 'mobile', known.phone_number, badToken, { token: 'wrong' }),
  step('buy one item', 'POST', '/api/v2/purchases', 201, purchases(201, { order_id: 'string', data: [record] }),
    { customer_id: '{{customer}}', order_id: 1001, items: [item('K-1', 1500)] }, { keep: { first: 'data.0.id' } }),
  step('buy three items', 'POST', '/api/v2/purchases', 201, purchases(201, { order_id: 'string', data: [record] }),
    { customer_id: '{{customer}}', order_id: 1002, items: [item('K-2', 1600), item('K-3', 1700), item('K-4', 1800)] },
    { keep: { second: 'data.0.id', third: 'data.1.id', fourth: 'data.2.id' } }),
  step('get an item', 'GET', '/api/v2/purchases/{{first}}', 200, purchases(200, { order_id: 'string', data: record })),
  step('collect an item', 'PUT', '/api/v2/purchases/{{first}}', 200, purchases(200, { order_id: 'absent', data: [record] }), collect('{{first}}')),
  step('collect two items', 'PUT', '/api/v2/purchases/{{second}}', 200, purchases(200, { order_id: 'absent', data: [record] }),
    collect('{{second}}', '{{third}}')),
  step('get a collected item', 'GET', '/api/v2/purchases/{{second}}', 200, purchases(200, { order_id: 'string', data: record })),
  step('cancel an item', 'DELETE', '/api/v2/purchases/{{fourth}}', 200, purchases(200, { order_id: 'absent', data: { message: 'string' } })),
  step('fetch the limit again', 'GET', '/api/v2/limits/{{customer}}', 200, withRequestId(200, limit)),
];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const forms = {
  string: (v) => typeof v === 'string',
  'string?': (v) => v === null || typeof v === 'string',
  number: (v) => typeof v === 'number',
  integer: (v) => Number.isInteger(v),
  null: (v) => v === null,
  uuid: (v) => typeof v === 'string' && uuid.test(v),
  otp: (v) => typeof v === 'string' && /^[0-9]{6}$/.test(v),
  money: (v) => typeof v === 'string' && /^[0-9]+\.[0-9]{2}$/.test(v),
  moment: (v) => typeof v === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(v),
  millis: (v) => typeof v === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(v),
};

// mismatches returns the places where a value does not match a shape.
function mismatches(shape, value, path = 'body') {
  if (shape === 'absent') return value === undefined ? [] : [`${path} is there`];
  if (typeof shape === 'string' && shape[0] === '=') {
    const wanted = shape === '=2.0' ? '2.0' : JSON.parse(shape.slice(1));
    return value === wanted ? [] : [`${path} is ${JSON.stringify(value)}, not ${JSON.stringify(wanted)}`];
  }
  if (typeof shape === 'string') return forms[shape](value) ? [] : [`${path} is ${JSON.stringify(value)}, no ${shape}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value) || value.length === 0) return [`${path} is no list of records`];
    return value.flatMap((v, i) => mismatches(shape[0], v, `${path}.${i}`));
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [`${path} is no object`];
  return Object.keys(shape).flatMap((name) => mismatches(shape[name], value[name], `${path}.${name}`));
}

// problems returns what is wrong with a response: its status, its media type, its envelope and the
// types of its members. The HTTP status for a wrong token is not documented.
function problems(s, status, contentType, text) {
  const wrong = [];
  if (s.status && status !== s.status) wrong.push(`status ${status}, not ${s.status}`);
  if (!/^application\/json\b/i.test(contentType || '')) wrong.push(`Content-Type ${contentType}`);
  let body;
  try {
    body = JSON.parse(text);
  } catch (e) {
    return { wrong: [...wrong, 'the body is no JSON'], body: {} };
  }
  return { wrong: [...wrong, ...mismatches(s.shape, body)], body };
}

// kept returns the values of a response that later calls need.
function kept(s, body) {
  const at = (path) => path.split('.').reduce((v, name) => (v === undefined || v === null ? v : v[name]), body);
  return Object.fromEntries(Object.entries(s.keep || {}).map(([name, path]) => [name, String(at(path))]));
}

const fill = (text, vars) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => vars[name]);

module.exports = { journey, problems, kept, fill };
