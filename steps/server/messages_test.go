package server

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhichMessagesDeny(t *testing.T) {
	for text, denies := range map[string]bool{
		"The item 5f0c could not be cancelled": true, "Item 5f0c was not cancelled.": true, "Couldn't cancel item 5f0c": true,
		"Unable to cancel 5f0c": true, "5f0c: failed to cancel": true, "5f0c has not been successfully canceled": true,
		"Item 5f0c was successfully cancelled": false, "5f0c was cancelled and cannot be collected": false,
		"Item 5f0c was cancelled. If you did not cancel it, call us": false, "5f0c was cancelled, unless you did not cancel it": false,
		"L'article 5f0c est annulé": false, "": false, "The item 5f0c is not due any more: cancelled": false,
		"Cancelled: item 5f0c cannot be cancelled again": false, "Can't cancel 5f0c": true, "We did not cancel 5f0c": true, "You should not cancel items: 5f0c": false,
	} {
		require.Equal(t, denies, isDenied("the item was cancelled", text), text)
	}
	for text, denies := range map[string]bool{
		"The OTP was not sent": true, "OTP could not be delivered": true, "Failed to send OTP": true,
		"An OTP was sent. Request another one if it was not delivered": false, "If it was not delivered, ask again: an OTP was sent": false,
		"OTP sent; do not send it to anybody": false, "OTP sent to your phone, do not send it to anybody": false,
		"Do not send this OTP to anybody": false, "OTP sent, another one can not be sent within a minute": false,
	} {
		require.Equal(t, denies, isDenied("the OTP was sent", text), text)
	}
}
