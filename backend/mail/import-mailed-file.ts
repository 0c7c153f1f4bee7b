import { choicesFrom, openQuestions, optionsOf, shownOptions } from "../../shared/log/file-choices";
import { headBytes, headEncoding, type KnownDevice, matchDevice } from "../../shared/log/match-device";
import type { ImportOptions, ImportPreview, MadeImport } from "../../shared/log/reading-import";
import type { StoredFormat } from "../../shared/log/stored-format";
import { type MailFile, type MailFileReason, mailLimits } from "../../shared/message/mail-inbox";
import { inSlices } from "../import/import-call";
import { parseFile } from "../import/parse-file";
import type { ParsedImport } from "../import/parsed-file";

/** The import screen's procedures, in the name of the integration. `error`: a text of `errorKey`. */
export type ImportCalls = {
	preview(input: ParsedImport): Promise<ImportPreview | { error: string }>;
	import(input: ParsedImport): Promise<MadeImport | { error: string }>;
	channels(deviceId: string): Promise<{ id: string; name: string }[]>;
};

type Known = { devices: readonly KnownDevice[]; formats: readonly StoredFormat[] };
type Mailed = { name: string; content: Uint8Array; sha256: string };
export type ImportOutcome = Omit<MailFile, "attachmentId" | "name" | "bytes">;

/** Imports files that the import screen would import without a question. Other files wait for a member. */
export async function importMailedFile(file: Mailed, known: Known, calls: ImportCalls): Promise<ImportOutcome> {
	const { name, content } = file;
	if (content.length > mailLimits.importedBytes) return waiting("large");
	const start = content.subarray(0, headBytes);
	const head = new TextDecoder(headEncoding(start)).decode(start);
	const match = matchDevice(known.devices, { name, head });
	if (match === null || match.by === "several") return waiting("device");
	const { deviceId } = match;
	const parse = async (options: ImportOptions): Promise<ParsedImport> => {
		return { options, fileName: name, file: await inSlices(parseFile(content, options)) };
	};
	const first = await calls.preview(await parse({ deviceId }));
	if ("error" in first) return waiting("unreadable", deviceId, first.error);
	const stored = known.formats.find(({ headerKey }) => headerKey === first.headerKey);
	if (!stored) return waiting("format", deviceId);
	const channels = await calls.channels(deviceId);
	const choices = choicesFrom(stored, first, { deviceId, devices: known.devices, channels });
	const [target, ...others] = choices.targets;
	const options = target && others.length === 0 && target.part === null ? optionsOf(choices, target) : null;
	if (options === null) return waiting("questions", deviceId);
	const preview = await calls.preview(await parse(options));
	if ("error" in preview) return waiting("unreadable", deviceId, preview.error);
	if (openQuestions(preview).length > 0) return waiting("questions", deviceId);
	if (preview.columns.every(({ channelId }) => channelId === null)) return waiting("format", deviceId);
	const isKnownAlready = preview.readings === 0 && preview.duplicates > 0;
	if (isKnownAlready) return imported(deviceId, { accepted: 0, ...preview, rejected: preview.rejectedCount });
	const requestKey = `mail-${file.sha256.slice(0, 40)}`;
	const made = await calls.import(await parse({ ...shownOptions(options, preview), requestKey }));
	return "error" in made ? waiting("unreadable", deviceId, made.error) : imported(deviceId, made);
}

function waiting(reason: MailFileReason, deviceId: string | null = null, detail = ""): ImportOutcome {
	return { state: "waits", reason, detail, deviceId, accepted: 0, duplicates: 0, rejected: 0 };
}

type Counts = Pick<ImportOutcome, "accepted" | "duplicates" | "rejected">;

function imported(deviceId: string, { accepted, duplicates, rejected }: Counts): ImportOutcome {
	return { state: "imported", reason: null, detail: "", deviceId, accepted, duplicates, rejected };
}
