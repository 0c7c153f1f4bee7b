import { domainName } from "../../shared/session/sso-offer";

/** A domain in any spelling, as DNS knows it: `Bücher.example` is `xn--bcher-kva.example`. Null: it is none. */
export function asciiDomain(text: string): string | null {
	const typed = text.trim();
	if (/[\s/\\?#:@[\]%]/.test(typed) || !URL.canParse(`https://${typed}/`)) return null;
	return domainName(new URL(`https://${typed}/`).hostname);
}

/** The domain of an address. Null if it has none. */
export function domainOfAddress(address: string): string | null {
	return asciiDomain(address.slice(address.lastIndexOf("@") + 1));
}
