/** Path to which Stripe posts its events. The body must stay as it is, because the signature covers its bytes. */
export const paymentEventsPath = "/api/billing/stripe";

/** Bytes. An event holds one object of Stripe, some kilobytes. */
export const largestPaymentEvent = 256 * 1024;
