export const verifyPagePath = "/verify";

export const verifyPath = "/api/verify";

/** Lower-case hex. */
export function isSha256(text: string): boolean {
	return /^[0-9a-f]{64}$/.test(text);
}

/** Names at the time of making. Times are epoch ms. */
export type VerifiedFile = {
	companyName: string;
	productName: string;
	kind: "report" | "edition" | "certificate";
	madeAt: number;
	revisedAt: number | null;
	signedAt: number | null;
};

/** Response of `GET /api/verify?sha256=…`. Null: unknown file. */
export type VerifyResponse = { file: VerifiedFile | null };
