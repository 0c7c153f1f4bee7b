import { product } from "../this-product";

type Message = { to: string; text: string; code: string | null };

/** Messages to an address, newest first, as /__local/mailbox has them. A telephone's messages count as its owner's. */
export async function mailTo(address: string): Promise<Message[]> {
	const response = await fetch(`${product.origin}/__local/mailbox?to=${encodeURIComponent(address)}`, {
		headers: { accept: "application/json" },
	});
	const { messages } = (await response.json()) as { messages: Message[] }; // the mailbox's own answer
	return messages;
}

/** Skips mails without a code, such as a late invitation. */
export async function newestCodeTo(address: string): Promise<string> {
	const code = (await mailTo(address)).find((message) => message.code !== null)?.code;
	if (!code) throw new Error(`No code was sent to ${address}`);
	return code;
}
