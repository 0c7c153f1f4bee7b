import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DerivedDefinition } from "../../../shared/device/derived/definition";
import { shownFormula } from "../../../shared/device/derived/formula";
import type { DerivedPreview } from "../../../shared/device/derived/inputs";
import type { Device } from "../../../shared/device/device";
import { Quantity } from "../../../shared/formats/units";
import { deviceOffsetMinutes } from "../../../shared/time/time-zones";
import { sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { comma } from "../../base/comma-list";
import { Trend } from "../../ui/chart/trend";
import { LoadingNote } from "../../ui/feedback/loading";
import { Callout } from "../../ui/feedback/notes";
import { PlainButton } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { instantLines } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { useValueStyle, valueText } from "../../ui/value-display";
import { t } from "../../words/made/device";
import classes from "./derived.module.css";

const typingMs = 500;
const box = { width: 240, height: 72 };
const fewShare = 0.5;

type DerivedPreviewPartProps = { device: Device; definition: DerivedDefinition | null; title?: string };

export function DerivedPreviewPart(props: DerivedPreviewPartProps) {
	const { device, definition, title = t("derived.preview7") } = props;
	useValueStyle();
	const { preview, isOlder, isBusy, error, retry } = usePreview(device.id, definition);
	return (
		<section
			className={classes.preview}
			aria-label={t("derived.preview")}
			aria-busy={isBusy}
			data-older={isOlder || undefined}
		>
			<h3>{title}</h3>
			<LoadingNote isLoading={isBusy} />
			{error !== null && definition !== null && (
				<Callout tone="bad" role="alert">
					{sentenceFor(error)}{" "}
					<PlainButton size="compact-sm" onClick={retry}>
						{t("tryAgain")}
					</PlainButton>
				</Callout>
			)}
			{preview && definition !== null ? (
				<Shown preview={preview} device={device} definition={definition} />
			) : (
				error === null && (
					<p className={layout.wrappedNote}>{definition ? t("derived.computing") : t("derived.incomplete")}</p>
				)
			)}
		</section>
	);
}

type ShownProps = { preview: DerivedPreview; device: Device; definition: DerivedDefinition };

function Shown({ preview, device, definition }: ShownProps) {
	const { at, value, from, to, lowest, highest, rules = [] } = preview;
	const quantity = Quantity.safeParse(preview.channel.quantity);
	const format = { ...preview.channel, quantity: quantity.success ? quantity.data : ("other" as const) };
	const [latest, latestAt] = [value.at(-1), at.at(-1)];
	const day = (time: number) => instantLines(time, deviceOffsetMinutes(device, time), "minutes")[0];
	const isShown = latest !== undefined && latestAt !== undefined && lowest !== null && highest !== null;
	return (
		<>
			{isShown && (
				<>
					<p className={classes.latest}>
						{valueText(latest, format)}{" "}
						<small>
							<TimeStamp at={latestAt} clock={device} show="age" />
						</small>
					</p>
					<div className={classes.drawing}>
						<Trend className={classes.curve} trend={partsOf(preview)} box={box} />
						<span className={classes.scale}>
							<span>{valueText(highest, format)}</span>
							<span>{valueText(lowest, format)}</span>
						</span>
						<span className={classes.span}>
							<span>{day(from)}</span>
							<span>{day(to)}</span>
						</span>
					</div>
				</>
			)}
			<p className={layout.wrappedNote}>{t("derived.computed", { formula: shownFormula(preview) })}</p>
			{rules.length > 0 && (
				<p className={layout.wrappedNote}>
					{t("derived.rules", { count: rules.length, names: rules.map(({ name }) => name).join(comma) })}
				</p>
			)}
			<Pairing preview={preview} device={device} definition={definition} />
		</>
	);
}

function Pairing({ preview: { values, without }, device, definition }: ShownProps) {
	const all = values + without;
	const text = pairingText({ values, without }, driverName(device, definition), definition.sources.length > 1);
	return all > 0 && values / all < fewShare ? (
		<Callout tone="warn" role="status">
			{text}
		</Callout>
	) : (
		<p className={layout.wrappedNote} role="status">
			{text}
		</p>
	);
}

function driverName({ channels }: Device, { driver }: DerivedDefinition): string {
	return channels.find(({ id }) => id === driver)?.name ?? "";
}

export function pairingText(
	{ values, without }: Pick<DerivedPreview, "values" | "without">,
	driver: string,
	hasPartners: boolean,
): string {
	const all = values + without;
	if (all === 0) return t("derived.noReadings", { driver });
	if (without === 0) return t("derived.allValues", { count: all, driver });
	const why = hasPartners ? t("derived.noPartner") : t("derived.impossibleValues");
	return `${t("derived.someValues", { count: values, all, driver })} ${why}`;
}

/** Means of equal parts of the time, so few that regular values leave none empty. Null: no value. */
export function partsOf({
	at,
	value,
	from,
	to,
}: Pick<DerivedPreview, "at" | "value" | "from" | "to">): (number | null)[] {
	const length = Math.min(Math.max(Math.floor(at.length / 2), 1), box.width);
	const sums = Array.from({ length }, () => ({ sum: 0, count: 0 }));
	for (const [index, time] of at.entries()) {
		const part = sums[Math.min(Math.floor(((time - from) / (to - from)) * length), length - 1)];
		if (!part) continue;
		part.sum += value[index] ?? 0;
		part.count += 1;
	}
	return sums.map(({ sum, count }) => (count === 0 ? null : sum / count));
}

function usePreview(deviceId: string, definition: DerivedDefinition | null) {
	const text = definition && JSON.stringify({ deviceId, definition });
	const [requested] = useDebouncedValue(text, typingMs);
	const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
		// Not under the router's name: an invalidation of devices is no reason to compute again.
		queryKey: ["derived-preview", requested],
		queryFn: ({ signal }): Promise<DerivedPreview> =>
			trpcClient.device.previewDerivedChannel.query(JSON.parse(requested ?? "{}"), {
				signal,
				context: { isAlone: true },
			}),
		enabled: requested !== null && text !== null,
		placeholderData: keepPreviousData,
		refetchOnWindowFocus: false,
	});
	return {
		preview: data ?? null,
		isOlder: isPlaceholderData || requested !== text,
		isBusy: text !== null && (isFetching || requested !== text),
		error: text === null ? null : error,
		retry: () => void refetch(),
	};
}
