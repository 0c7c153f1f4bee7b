/** A code as the sign-in service wants it, from "123 456", "123-456" or whatever a mail program adds when it copies. */
export function codeFrom(typed: string): string {
	return typed.normalize("NFKC").replace(/[^0-9a-z]/gi, "");
}
