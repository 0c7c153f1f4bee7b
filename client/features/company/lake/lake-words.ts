import type { BucketOutcome, LakeBucket } from "../../../../shared/account/lake";
import { t } from "../../../words/made/lake";

export function outcomeText({ kind, detail }: BucketOutcome): string {
	switch (kind) {
		case "ok":
			return t("outcome.ok");
		case "denied":
			return t("outcome.denied", { detail: detail || "403" });
		case "notFound":
			return t("outcome.notFound");
		case "wrongRegion":
			return t("outcome.wrongRegion", { detail: detail || "none" });
		case "slow":
			return t("outcome.slow");
		case "unreachable":
			return t("outcome.unreachable");
		case "altered":
			return t("outcome.altered", { detail: detail || "?" });
		case "foreign":
			return t("outcome.foreign");
		case "blocked":
			return t("outcome.blocked");
		case "unexpected":
			return t("outcome.unexpected", { detail });
	}
}

export function placeText({ endpoint, bucket, prefix }: Pick<LakeBucket, "endpoint" | "bucket" | "prefix">): string {
	return `${endpoint.replace(/\/$/, "")}/${bucket}/${prefix}`;
}
