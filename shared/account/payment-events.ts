/** Where Stripe posts its events; the body travels as it came, since its signature is of these bytes. */
export const paymentEventsPath = "/api/billing/stripe";

/** In bytes: an event holds one object of Stripe's, some kilobytes. */
export const largestPaymentEvent = 256 * 1024;
