const secretBytes = 32;

/** As Standard Webhooks has it: the key in base64 after its prefix. */
export function newWebhookSecret(): string {
	return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(secretBytes))))}`;
}
