/** Of the page, where a person drops a file. */
export const verifyPagePath = "/verify";

export const verifyPath = "/api/verify";

/** Lower-case hex. */
export function isSha256(text: string): boolean {
	return /^[0-9a-f]{64}$/.test(text);
}

/** Names as of when it was made. Times are epoch ms. */
export type VerifiedFile = {
	companyName: string;
	productName: string;
	kind: "report" | "edition" | "certificate";
	madeAt: number;
	/** Its period has later data. */
	revisedAt: number | null;
	/** The last signature after it was made. */
	signedAt: number | null;
};

/** Answer of `GET /api/verify?sha256=…`, of one shape whatever is known; null: not known here. */
export type VerifyResponse = { file: VerifiedFile | null };
