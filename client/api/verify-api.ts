import { type VerifiedFile, type VerifyResponse, verifyPath } from "../../shared/report/verify-file";

export type Verified = { outcome: "answered"; file: VerifiedFile | null } | { outcome: "too-often" | "unanswered" };

export async function verifySha256(sha256: string): Promise<Verified> {
	try {
		const response = await fetch(`${verifyPath}?sha256=${sha256}`, { credentials: "omit" });
		if (response.status === 429) return { outcome: "too-often" };
		if (!response.ok) return { outcome: "unanswered" };
		const { file }: VerifyResponse = await response.json();
		return file === undefined ? { outcome: "unanswered" } : { outcome: "answered", file };
	} catch {
		return { outcome: "unanswered" };
	}
}
