import type { DeviceListRow } from "../../../../shared/device/device";
import { serialKey } from "../../../../shared/device/device-filter";
import {
	applyRecipe,
	type RecipeDevice,
	type RecipeReading,
	type RecipeResult,
} from "../../../../shared/device/recipe/apply-recipe";
import type { PayloadRecipe } from "../../../../shared/device/recipe/payload-recipe";
import { rejectionLabels } from "../../../../shared/ingest/device-rejections";
import { countText } from "../../../ui/format";
import layout from "../../../ui/layout/layouts.module.css";
import { NoRows } from "../../../ui/layout/rows";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { digitsText } from "../../../ui/value-display";
import { t } from "../../../words/made/keys";
import shared from "../integrations.module.css";
import { HeadedSection } from "../source-view";
import classes from "./recipe-form.module.css";

/** `body` is null if it cannot be read here. `receivedAt` is epoch ms. */
export type TriedMessage = { id: string; label: string; receivedAt: number; body: { sent: unknown } | null };

type RecipeTrialProps = {
	/** Null: it has errors. */
	recipe: PayloadRecipe | null;
	messages: TriedMessage[];
	chosen: TriedMessage | null;
	devices: readonly DeviceListRow[] | null;
	isCreatingDevices: boolean;
};

const mostRows = 50;

/** A dry run, by the code that reads received messages. Nothing is stored. */
export function RecipeTrial({ recipe, messages, chosen, devices, isCreatingDevices }: RecipeTrialProps) {
	const others = messages.filter((message) => message.body && message.id !== chosen?.id);
	const ofChosen = chosen?.body && recipe && applyRecipe(recipe, chosen.body.sent, chosen.receivedAt);
	return (
		<HeadedSection title={t("json.trial")}>
			<p className={layout.wrappedNote}>{t("json.trial.lead")}</p>
			<div aria-live="polite">
				{recipe === null && <NoRows>{t("json.trial.incomplete")}</NoRows>}
				{recipe && chosen?.body && (
					<Stored
						result={ofChosen ?? null}
						name={(device) => deviceText(device, { recipe, devices, isCreatingDevices })}
					/>
				)}
			</div>
			{recipe && others.length > 0 && (
				<ul className={`${layout.plain} ${shared.series}`} aria-label={t("json.trial.others")}>
					{others.map(({ id, label, body, receivedAt }) => (
						<li key={id}>
							<span>{label}</span>
							<span>{summary(body ? applyRecipe(recipe, body.sent, receivedAt) : null)}</span>
						</li>
					))}
				</ul>
			)}
		</HeadedSection>
	);
}

type StoredProps = { result: RecipeResult | null; name: (device: RecipeDevice) => string };

function Stored({ result, name }: StoredProps) {
	if (result === null) return <NoRows>{t("json.trial.tooMany")}</NoRows>;
	const rows = result.devices.flatMap((device) => device.readings.map((reading) => ({ device, reading })));
	return (
		<>
			{rows.length === 0 && <NoRows>{t("json.trial.nothing")}</NoRows>}
			{rows.length > 0 && (
				<table className={classes.stored}>
					<thead>
						<tr>
							<th scope="col">{t("device")}</th>
							<th scope="col">{t("json.channel")}</th>
							<th scope="col">{t("json.trial.value")}</th>
							<th scope="col">{t("json.time")}</th>
						</tr>
					</thead>
					<tbody>
						{rows.slice(0, mostRows).map(({ device, reading }, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: two readings of a message may be equal
							<tr key={index}>
								<td>{name(device)}</td>
								<td>{reading.channel}</td>
								<td>{valueText(reading)}</td>
								<td>{reading.at === null ? "–" : <TimeStamp at={reading.at} to="seconds" />}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			{rows.length > mostRows && (
				<p className={layout.wrappedNote}>
					{t("json.trial.first", { count: countText(mostRows), all: countText(rows.length) })}
				</p>
			)}
			{problemsOf(result).map((problem) => (
				<p key={problem} className={shared.detail}>
					{problem}
				</p>
			))}
		</>
	);
}

function valueText({ value, unit, rejected }: RecipeReading): string {
	if (rejected !== null)
		return t("json.trial.rejected", { value: shortText(value), reason: rejectionLabels[rejected] });
	return [digitsText(String(value)), unit ?? ""].join(" ").trim();
}

/** Leaves out an object's content, which may be nested too deep to write. */
function shortText(sent: unknown): string {
	if (typeof sent === "object" && sent !== null) return Array.isArray(sent) ? "[…]" : "{…}";
	const text = JSON.stringify(sent) ?? "";
	return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function problemsOf({ missing, unplaced, doubtfulTime }: RecipeResult): string[] {
	return [
		...(missing.length > 0 ? [t("message.missing", { paths: missing.join(", ") })] : []),
		...(unplaced > 0 ? [t("json.trial.unplaced", { count: unplaced })] : []),
		...(doubtfulTime ? [t("json.trial.doubtful", { sent: shortText(doubtfulTime.sent) })] : []),
	];
}

function summary(result: RecipeResult | null): string {
	if (result === null) return t("json.trial.tooMany");
	const readings = result.devices.flatMap(({ readings: own }) => own);
	const count = readings.filter(({ rejected }) => rejected === null).length;
	const rejected = readings.length - count;
	return [
		t("json.trial.values", { count }),
		...(rejected > 0 ? [t("json.trial.rejectedCount", { count: rejected })] : []),
		...problemsOf(result),
	].join(" ");
}

type Known = Pick<RecipeTrialProps, "devices" | "isCreatingDevices"> & { recipe: PayloadRecipe };

function deviceText({ serialNumber }: RecipeDevice, { recipe, devices, isCreatingDevices }: Known): string {
	const named = recipe.device;
	if (serialNumber === null) {
		return devices?.find(({ id }) => "deviceId" in named && id === named.deviceId)?.name ?? "–";
	}
	if (devices === null) return serialNumber;
	const key = serialKey(serialNumber);
	const known = devices.find((row) => row.serialNumber !== null && serialKey(row.serialNumber) === key);
	if (known) return known.name;
	return isCreatingDevices
		? t("json.trial.newDevice", { serialNumber })
		: t("json.trial.unknownDevice", { serialNumber });
}
