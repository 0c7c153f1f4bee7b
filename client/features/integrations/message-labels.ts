import { rejectionLabels } from "../../../shared/ingest/device-rejections";
import type { IngestResult } from "../../../shared/ingest/ingest";
import type {
	IntegrationEndpointName,
	IntegrationMessage,
	MessageOutcome,
} from "../../../shared/ingest/integration-message";
import { unreadText } from "../../entities/uplink";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";

type Became = { tone: ChipTone; status: string; details: string[] };

export const endpointLabels: Record<IntegrationEndpointName, string> = {
	"the-things-stack": "The Things Stack",
	chirpstack: "ChirpStack",
	csv: "CSV file",
};

export function becameOf({ endpoint, outcome }: Pick<IntegrationMessage, "endpoint" | "outcome">): Became {
	const { refusal: rejection, kind, isRepeated, accepted, duplicates } = outcome;
	if (rejection !== null) return { tone: "bad", status: "Rejected", details: [rejection] };
	if (kind === "empty") {
		return { tone: "warn", status: "Empty uplink", details: ["No payload, so its decoded values were not stored."] };
	}
	if (kind === "simulated") return { tone: "off", status: "Simulated uplink", details: ["Nothing of it is stored."] };
	const details = detailsOf(outcome);
	const isWhole = details.length === 0;
	if (accepted > 0) {
		const status = isWhole ? "Stored" : "Partly stored";
		return { tone: isWhole ? "ok" : "warn", status, details: [`${countOf(accepted, "new reading")}.`, ...details] };
	}
	if (duplicates > 0) {
		const known = isRepeated ? "The same frame came before" : "Its readings were stored already";
		return { tone: isWhole ? "ok" : "warn", status: "Nothing new", details: [`${known}.`, ...details] };
	}
	if (!isWhole) return { tone: "bad", status: "Not stored", details };
	const isUplink = kind === "read" || endpoint === "csv";
	const nothing = isUplink ? "It holds no decoded values." : "An event of another kind, which holds no readings.";
	return { tone: "off", status: "No readings", details: [nothing] };
}

function detailsOf({ refused: rejected, unread }: MessageOutcome): string[] {
	const rejections = rejected.map(({ reason, count, sample }) => {
		const example = sample.channel ?? (reason === "unknown-device" ? sample.value?.replaceAll('"', "") : null);
		return `${countOf(count, "reading")} rejected: ${rejectionLabels[reason]}${example ? ` (${example})` : ""}.`;
	});
	return unread.length === 0 ? rejections : [...rejections, `${unreadText(unread)}.`];
}

export function mayBringMore({ hasBody, outcome }: IntegrationMessage): boolean {
	return hasBody && outcome.refused.length > 0;
}

export function readAgainText({ accepted, rejected }: IngestResult): string {
	if (accepted > 0) return `${countOf(accepted, "reading")} stored from the message.`;
	return rejected.length > 0 ? "Read again: still not stored." : "Read again: nothing new in it.";
}
