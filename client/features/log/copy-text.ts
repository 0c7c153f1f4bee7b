import { toast } from "sonner";

/** Puts text on the clipboard and says so, or that it could not. */
export async function copyText(text: string, done: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
		toast.success(done);
	} catch {
		// A browser may refuse, and a plain-http intranet address has no clipboard at all.
		toast.error("Your browser does not let this page copy.");
	}
}
