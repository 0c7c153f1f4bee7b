import { rejectionLabels } from "../../../shared/ingest/device-rejections";
import type { IngestResult } from "../../../shared/ingest/ingest";
import type {
	IntegrationEndpointName,
	IntegrationMessage,
	MessageOutcome,
} from "../../../shared/ingest/integration-message";
import { unreadText } from "../../entities/uplink";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { t } from "../../words/made/keys";

type Became = { tone: ChipTone; status: string; details: string[] };

export const endpointLabels: Record<IntegrationEndpointName, string> = {
	"the-things-stack": "The Things Stack",
	chirpstack: "ChirpStack",
	json: t("message.json"),
	csv: t("message.csvFile"),
};

export function becameOf({ endpoint, outcome }: Pick<IntegrationMessage, "endpoint" | "outcome">): Became {
	const { refusal: rejection, kind, isRepeated, accepted, duplicates } = outcome;
	if (rejection !== null) return { tone: "bad", status: t("message.state.rejected"), details: [rejection] };
	if (kind === "empty") {
		return { tone: "warn", status: t("emptyUplink"), details: [t("noPayloadSoItsDecodedValues")] };
	}
	if (kind === "simulated") return { tone: "off", status: t("simulatedUplink"), details: [t("nothingOfItIsStored")] };
	if (endpoint === "json" && outcome.recipe?.version == null) {
		const values = outcome.recipe?.values ?? 0;
		return { tone: "warn", status: t("message.held"), details: [t("message.noRecipe", { values })] };
	}
	const details = detailsOf(outcome);
	const isWhole = details.length === 0;
	if (accepted > 0) {
		const status = isWhole ? t("message.state.stored") : t("message.state.partlyStored");
		return {
			tone: isWhole ? "ok" : "warn",
			status,
			details: [t("message.newReadings", { count: accepted }), ...details],
		};
	}
	if (duplicates > 0) {
		const known = t(isRepeated ? "message.isRepeated" : "message.isKnown");
		return { tone: isWhole ? "ok" : "warn", status: t("message.nothingNew"), details: [known, ...details] };
	}
	if (!isWhole) return { tone: "bad", status: t("message.state.notStored"), details };
	const isUplink = kind === "read" || endpoint === "csv";
	const nothing = isUplink ? t("itHoldsNoDecodedValues") : t("anEventOfAnotherKindWhich");
	return { tone: "off", status: t("message.state.noReadings"), details: [nothing] };
}

function detailsOf({ refused: rejected, unread, recipe }: MessageOutcome): string[] {
	const rejections = rejected.map(({ reason, count, sample }) => {
		const example = sample.channel ?? (reason === "unknown-device" ? sample.value?.replaceAll('"', "") : null);
		const rejection = { count, reason: rejectionLabels[reason] };
		return example ? t("message.rejectedWith", { ...rejection, example }) : t("message.rejected", rejection);
	});
	return [
		...rejections,
		...(recipe && recipe.missing.length > 0 ? [t("message.missing", { paths: recipe.missing.join(", ") })] : []),
		...(unread.length > 0 ? [t("message.unread", { what: unreadText(unread) })] : []),
	];
}

export function mayBringMore({ hasBody, endpoint, outcome }: IntegrationMessage): boolean {
	return hasBody && (outcome.refused.length > 0 || (endpoint === "json" && outcome.accepted === 0));
}

export function readAgainText({ accepted, rejected }: IngestResult): string {
	if (accepted > 0) return t("message.readAgain.stored", { count: accepted });
	return rejected.length > 0 ? t("readAgainStillNotStored") : t("readAgainNothingNewInIt");
}
