import { product } from "../this-product";

type Message = { to: string; text: string; code: string | null };

/** What was sent to an address, newest first, as /__local/mailbox has it. A telephone's messages count as its owner's. */
export async function mailTo(address: string): Promise<Message[]> {
	const response = await fetch(`${product.origin}/__local/mailbox?to=${encodeURIComponent(address)}`, {
		headers: { accept: "application/json" },
	});
	const { messages } = (await response.json()) as { messages: Message[] }; // the mailbox's own answer
	return messages;
}

export async function newestCodeTo(address: string): Promise<string> {
	const [newest] = await mailTo(address);
	if (!newest?.code) throw new Error(`No code was sent to ${address}`);
	return newest.code;
}
