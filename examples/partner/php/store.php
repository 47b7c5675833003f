<?php
// A store's calls in PHP, without a library:
//
//   assay partner -- php store.php

$person = ['id_number' => '1000001', 'phone_number' => '+254700000001']; // known to the sandbox

function call(string $method, string $path, ?array $body = null): array
{
    $headers = ['Authorization: Bearer ' . getenv('ASSAY_TOKEN'), 'Content-Type: application/json'];
    $http = ['method' => $method, 'header' => $headers, 'ignore_errors' => true, 'protocol_version' => 1.1];
    if ($body !== null) {
        $http['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $http['header'][] = 'Connection: close';
    $answer = file_get_contents(getenv('ASSAY_BASE_URL') . $path, false, stream_context_create(['http' => $http]));
    if (!preg_match('#^HTTP/\S+ 20[01]#', $http_response_header[0] ?? '')) {
        fwrite(STDERR, "$method $path: " . ($http_response_header[0] ?? 'no answer') . "\n");
        exit(1);
    }
    return json_decode($answer, true, 32, JSON_THROW_ON_ERROR)['data'];
}

$otp = call('POST', '/api/v2/otp/send', $person)['otp'];
$customer = call('POST', '/api/v2/otp/verify', $person + ['otp' => $otp, 'item_value' => '1500'])['id'];
call('GET', "/api/v2/limits/$customer");
$bought = call('POST', '/api/v2/purchases', [
    'customer_id' => $customer,
    'order_id' => 1001,
    'items' => [[
        'item_type' => 'phone', 'item_brand' => 'Kilele', 'item_code' => 'K-1', 'item_description' => '64 GB', 'item_value' => 1500,
        'store_key' => getenv('ASSAY_STORE_KEY'), 'facility_plan' => 'provider_regular_plan',
        'delivery_option' => 'customer_store_pickup', 'preferred_option' => 'pick_up',
    ]],
])[0]['id'];
call('GET', "/api/v2/purchases/$bought");
call('PUT', "/api/v2/purchases/$bought", ['items' => [['id' => $bought, 'facility_status' => 'collected_by_agent']]]);
call('DELETE', "/api/v2/purchases/$bought");
