import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
	GoneGroups,
	MovedDevices,
	PreviewRetention,
	RetentionChoice,
	RetentionCut,
	RetentionPreview,
} from "../../shared/account/storage";
import { RetentionDays } from "../../shared/device/device-terms";
import { sentenceFor } from "../api/api-error";
import { trpc } from "../api/trpc";
import { type TypedSetting, typedValue } from "../forms/typed-setting";
import { Callout } from "../ui/feedback/notes";
import { formatDate, instantParts } from "../ui/time/time-display";
import { t } from "../words/made/device";

const typedMs = 250;

export function triedRetention({ source, ...typed }: TypedSetting<string>): RetentionChoice | undefined {
	if (source === "inherited") return "inherit";
	if (source === "forever") return null;
	const parsed = RetentionDays.safeParse(source === "own" ? typedValue("retentionDays", typed) : Number.NaN);
	return parsed.success ? parsed.data : undefined;
}

type NoteProps = PreviewRetention & {
	/** True if the form does not edit retention: the note shows only a loss. */
	isQuiet?: boolean;
};

export function RetentionPreviewNote({ target, choice, isQuiet = false }: NoteProps) {
	const [requested] = useDebouncedValue(JSON.stringify({ target, choice }), typedMs);
	const input: PreviewRetention = JSON.parse(requested); // as written above
	const { data, error, isPlaceholderData } = useQuery(
		trpc.billing.previewRetention.queryOptions(input, { staleTime: 0, placeholderData: keepPreviousData }),
	);
	const isCurrent = !isPlaceholderData && requested === JSON.stringify({ target, choice });
	if (error) return <Callout tone="warn">{t("retention.unknown", { reason: sentenceFor(error) })}</Callout>;
	if (isQuiet && (!data || data.cuts.length === 0)) return null;
	if (!data || !isCurrent) return <Callout tone="brand">{t("retention.counting")}</Callout>;
	return (
		<Callout tone={data.cuts.length > 0 ? "warn" : "brand"} role="status">
			{previewSentence(data)}
		</Callout>
	);
}

type MovedNoteProps = Pick<MovedDevices, "deviceIds"> & Partial<MovedDevices>;

/** Previews the loss if devices change groups, manually or by a filter on an edited field. */
export function MovedPreviewNote({ addGroupIds = [], removeGroupIds = [], ...edited }: MovedNoteProps) {
	return (
		<RetentionPreviewNote target={{ moved: { ...edited, addGroupIds, removeGroupIds } }} choice="inherit" isQuiet />
	);
}

/** Previews the loss if groups go whose default their devices use. `intoId` null: no other group. */
export function GonePreviewNote(gone: GoneGroups) {
	return <RetentionPreviewNote target={{ gone }} choice="inherit" isQuiet />;
}

export function previewSentence({ changed, cuts }: RetentionPreview): string {
	if (changed === 0) return t("retention.nothingChanges");
	if (cuts.length === 0) return t("retention.nothingOlder");
	return `${cuts.map(cutSentence).join(" ")} ${t("retention.untilThen")}`;
}

/** `Removes 1,204,331 readings older than Mar 03, 2026 (UTC) on Nov 27, 2026.` */
function cutSentence({ readings, olderThan, removedAt, devices }: RetentionCut): string {
	const values = { count: readings, day: utcDate(olderThan), removal: formatDate(new Date(removedAt)) };
	return devices > 1 ? t("retention.removesOfDevices", { ...values, devices }) : t("retention.removes", values);
}

/** Retention cuts at UTC days, regardless of the viewer's calendar. */
export function utcDate(at: number): string {
	return instantParts(at, 0).dateWithYear;
}
