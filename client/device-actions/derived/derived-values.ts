import { queryOptions } from "@tanstack/react-query";
import { ownValue } from "../../../shared/base/own-value";
import { type DerivedDefinition, type DerivedKind, longestTolerance } from "../../../shared/device/derived/definition";
import type { DerivedPairing } from "../../../shared/device/derived/inputs";
import { type DerivedOption, type DerivedRole, isFitting, isOfOneDimension } from "../../../shared/device/derived/kind";
import { derivedKindOf, derivedKinds, proposedSources } from "../../../shared/device/derived/registry";
import type { Channel, Device } from "../../../shared/device/device";
import { channelNameKey } from "../../../shared/device/device-terms";
import { quantityInSentence } from "../../../shared/formats/quantity-titles";
import { quantities } from "../../../shared/formats/units";
import { queryClient } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { typedNumber } from "../../forms/typed-setting";
import { digitsText } from "../../ui/value-display";
import { t } from "../../words/made/device";

export type Measuring = Pick<Channel, "id" | "name" | "quantity" | "unit" | "decimals" | "derived">;

export const formKinds = Object.keys(derivedKinds) as DerivedKind[]; // the registry has no other keys

/** Empty texts are not chosen yet. `driver` and `toleranceSeconds` empty: as proposed. */
export type DerivedValues = {
	kind: DerivedKind;
	name: string;
	sources: Record<string, string[]>;
	options: Record<string, string>;
	driver: string;
	toleranceSeconds: string;
};

/** Sets the sources that the kind proposes. A name that the user typed stays. */
export function valuesOfKind(kind: DerivedKind, channels: readonly Measuring[], name?: string): DerivedValues {
	const proposed = proposedSources(kind, channels) ?? [];
	const { roles, fields, standards = {} } = derivedKindOf({ kind });
	return {
		kind,
		name: name ?? freeName(derivedKindOf({ kind }).title, channels),
		sources: Object.fromEntries(
			roles.map((role) => [
				role.name,
				sourcesOf(
					role,
					proposed.flatMap((one) => (one.role === role.name ? one.channelId : [])),
				),
			]),
		),
		options: Object.fromEntries(
			Object.entries(fields).map(([field, option]) => [
				field,
				textOf(ownValue(standards, field) ?? usualOption(option)),
			]),
		),
		driver: "",
		toleranceSeconds: "",
	};
}

export function valuesOfChannel({ name }: Measuring, definition: DerivedDefinition): DerivedValues {
	const { roles, fields } = derivedKindOf(definition);
	const { kind, sources, driver, toleranceSeconds } = definition;
	const idsOf = (role: DerivedRole) => sources.flatMap((one) => (one.role === role.name ? one.channelId : []));
	return {
		kind,
		name,
		sources: Object.fromEntries(roles.map((role) => [role.name, sourcesOf(role, idsOf(role))])),
		options: Object.fromEntries(
			Object.keys(fields).map((field) => [field, textOf(ownValue(definition.options, field) ?? "")]),
		),
		driver,
		toleranceSeconds: String(toleranceSeconds),
	};
}

/** An empty choice for each source that the role needs. */
function sourcesOf({ count = { least: 1, most: 1 } }: DerivedRole, channelIds: string[]): string[] {
	return [...channelIds, ...Array<string>(Math.max(0, count.least - channelIds.length)).fill("")];
}

function usualOption(option: DerivedOption): string {
	if (option.input === "choice") return Object.keys(option.choices)[0] ?? "";
	return option.input === "quantity" ? "other" : "";
}

function textOf(value: unknown): string {
	return typeof value === "number" ? digitsText(String(value)) : String(value);
}

export function freeName(title: string, channels: readonly Pick<Measuring, "name">[]): string {
	const taken = new Set(channels.map(({ name }) => channelNameKey(name)));
	let name = title;
	for (let count = 2; taken.has(channelNameKey(name)); count += 1) name = `${title} ${count}`;
	return name;
}

/** The typed definition, which may be invalid. Without `pairing`, an empty driver and tolerance get placeholders. */
export function definitionOf(values: DerivedValues, pairing?: DerivedPairing): DerivedDefinition {
	const { roles } = derivedKindOf(values);
	const sources = roles.flatMap(({ name, isOptional }) =>
		(values.sources[name] ?? []).flatMap((channelId) =>
			isOptional && channelId === "" ? [] : { role: name, channelId },
		),
	);
	const ids = sources.map(({ channelId }) => channelId);
	const chosen = ids.includes(values.driver) ? values.driver : pairing?.driver;
	const driver = ids.find((id) => id === chosen) ?? ids[0] ?? "";
	const typed = values.toleranceSeconds.trim();
	const toleranceSeconds = typed === "" ? (pairing?.toleranceSeconds ?? 0) : typedNumber(typed);
	return { kind: values.kind, sources, driver, toleranceSeconds, options: optionsOf(values) };
}

export function optionsOf({ kind, options }: Pick<DerivedValues, "kind" | "options">): DerivedDefinition["options"] {
	return Object.fromEntries(
		Object.entries(derivedKindOf({ kind }).fields).flatMap(([field, { input, isOptional, isShown }]) => {
			const text = ownValue(options, field) ?? "";
			if ((isOptional && text.trim() === "") || isShown?.(options) === false) return [];
			return [[field, input === "number" ? typedNumber(text) : text.trim()]];
		}),
	);
}

/** The field of an error of an input. Null: none, such as a full device. */
export function fieldOfPath(path: string, definition: DerivedDefinition): string | null {
	if (path === "definition") return null;
	return path.startsWith("definition.") ? fieldOfDefinition(path.slice("definition.".length), definition) : path;
}

/** `sources.humidity.0` of the path `sources.1`. */
export function fieldOfDefinition(path: string, { sources }: DerivedDefinition): string {
	const [first = "", second = ""] = path.split(".");
	if (first !== "sources") return path;
	const index = Number(second);
	const role = sources.at(index)?.role ?? sources.at(-1)?.role ?? "";
	return `sources.${role}.${sources.slice(0, index).filter((one) => one.role === role).length}`;
}

export function fittingChannels(role: DerivedRole, channels: readonly Measuring[], first: string): Measuring[] {
	const unit = channels.find(({ id }) => id === first)?.unit;
	return channels.filter((channel) => {
		if (channel.derived || !isFitting(role, channel)) return false;
		return (
			role.dimension !== undefined || unit === undefined || channel.id === first || isOfOneDimension(channel.unit, unit)
		);
	});
}

/** Why the channels do not allow the kind: `needs a humidity channel`. Null: they do. */
export function missingText(kind: DerivedKind, channels: readonly Measuring[]): string | null {
	if (proposedSources(kind, channels) !== null) return null;
	const { roles } = derivedKindOf({ kind });
	const sent = channels.filter(({ derived }) => !derived);
	const lacking = roles.find((role) => !role.isOptional && !sent.some((channel) => isFitting(role, channel)));
	if (lacking?.quantity) return t("derived.needs.quantity", { quantity: quantityInSentence(lacking.quantity) });
	if (lacking?.dimension) return t("derived.needs.dimension", { dimension: lacking.dimension });
	const needed = roles.reduce((sum, { isOptional, count }) => sum + (isOptional ? 0 : (count?.least ?? 1)), 0);
	if (sent.length < needed) return t("derived.needs.sent", { count: needed });
	return t("derived.needs.fitting", { count: needed });
}

/** The unit that goes with a new choice of quantity. */
export function usualUnit(quantity: string): string {
	const known = Object.entries(quantities).find(([name]) => name === quantity);
	return known?.[1].unit ?? "";
}

/** The channels that rules and reports choose together with the new one. */
export function alikeChannels(
	{ quantity, unit }: { quantity: string; unit: string },
	channels: Device["channels"],
	ownId: string | null,
): Device["channels"] {
	return channels.filter((channel) => channel.quantity === quantity && channel.unit === unit && channel.id !== ownId);
}

export const toleranceText = t("derived.tolerance.wrong", { most: longestTolerance });

export function isTolerance(seconds: number): boolean {
	return Number.isInteger(seconds) && seconds >= 0 && seconds <= longestTolerance;
}

export function pairingQuery(deviceId: string, { sources }: Pick<DerivedDefinition, "sources">) {
	const channelIds = [...new Set(sources.map(({ channelId }) => channelId))].filter((id) => id !== "");
	return queryOptions({
		...trpc.device.getDerivedPairing.queryOptions({ deviceId, channelIds }),
		enabled: channelIds.length > 1 && channelIds.length === sources.length,
	});
}

/** Undefined if one source needs no partner, or both parts are typed. */
export async function pairingFor(deviceId: string, values: DerivedValues): Promise<DerivedPairing | undefined> {
	const definition = definitionOf(values);
	const isTyped = definition.driver === values.driver && values.toleranceSeconds.trim() !== "";
	const query = pairingQuery(deviceId, definition);
	return isTyped || !query.enabled ? undefined : queryClient.fetchQuery(query);
}
