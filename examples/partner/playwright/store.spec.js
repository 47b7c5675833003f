// A store's calls as a Playwright test; the request API needs no browser. Put your own
// client's calls here, or click through your store in a browser:
//
//   assay partner -- npx playwright test
const { test, expect } = require('@playwright/test');

const { ASSAY_BASE_URL: base, ASSAY_TOKEN: token, ASSAY_STORE_KEY: storeKey } = process.env;
const person = { id_number: '1000001', phone_number: '+254700000001' }; // known to the sandbox

test('a customer buys a phone and collects it', async ({ playwright }) => {
  const service = await playwright.request.newContext({ extraHTTPHeaders: { Authorization: `Bearer ${token}` } });
  const call = async (method, path, data) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await service.fetch(base + path, { method, headers, ...(data && { data }) });
    expect(answer.ok(), `${method} ${path}`).toBeTruthy();
    return (await answer.json()).data;
  };

  const { otp } = await call('POST', '/api/v2/otp/send', person);
  const customer = await call('POST', '/api/v2/otp/verify', { ...person, otp, item_value: '1500' });
  await call('GET', `/api/v2/limits/${customer.id}`);
  const [bought] = await call('POST', '/api/v2/purchases', {
    customer_id: customer.id,
    order_id: 1001,
    items: [{
      item_type: 'phone', item_brand: 'Kilele', item_code: 'K-1', item_description: '64 GB', item_value: 1500,
      store_key: storeKey, facility_plan: 'provider_regular_plan',
      delivery_option: 'customer_store_pickup', preferred_option: 'pick_up',
    }],
  });
  expect((await call('GET', `/api/v2/purchases/${bought.id}`)).facility_status).toBe('pending_collection_customer');
  const items = [{ id: bought.id, facility_status: 'collected_by_agent' }];
  await call('PUT', `/api/v2/purchases/${bought.id}`, { items });
  await call('DELETE', `/api/v2/purchases/${bought.id}`);
});
