import type { ApiKey } from "../../../shared/account/api-key";
import { t } from "../../words/made/keys";

export function stoppedText({ state, keeper }: Pick<ApiKey, "state" | "keeper">): string | null {
	if (state === "active") return null;
	if (state === "expired") return t("itHasExpiredAddANew");
	return keeper.name === null ? t("apiKey.ownerLeft") : t("apiKey.ownerLacksRights", { name: keeper.name });
}

/** Safe to paste into a POSIX shell. */
export function curlExample(origin: string, key: string): string {
	const call = [`curl '${origin}/api/v1/devices?format=csv' \\`, '  -H "Authorization: Bearer $KEY"'];
	return [`KEY='${key}'`, ...call].join("\n");
}
