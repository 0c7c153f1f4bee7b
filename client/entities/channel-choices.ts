import type { ChannelChoice } from "../../shared/alert/conditions/terms";
import type { DeviceListRow } from "../../shared/device/device";
import { shownReading } from "../../shared/device/device-reading";
import type { ValueStyle } from "../../shared/formats/display-formats";
import { quantityTitles } from "../../shared/formats/quantity-titles";
import { isDeviceFact, type Measure, Quantity, quantities, readIn } from "../../shared/formats/units";
import { pageLanguage } from "../base/page-language";
import { labeled } from "../ui/labeled";

import { markedName } from "./marked-name";

/* Rules and reports choose channels by quantity, and by name if a device measures it at several positions. */

export function measureKey({ quantity, unit }: Measure): string {
	return `${quantity} ${unit}`;
}

function measureAsRead({ quantity, unit }: Measure, style: ValueStyle): Measure {
	return { quantity, unit: readIn({ quantity, unit }, style).unit };
}

export function measureTitle({ quantity, unit }: Measure): string {
	return unit === "" ? quantityTitles[quantity] : `${quantityTitles[quantity]} (${unit})`;
}

type OfferedMeasure = { value: string; label: string; channels: Measure };

export function measuresAsRead(measures: OfferedMeasure[], style: ValueStyle) {
	const titles = measures.map(({ channels }) => measureTitle(measureAsRead(channels, style)));
	return measures.map(({ value, label }, index) => {
		const title = titles[index] ?? label;
		return { value, label: titles.indexOf(title) === titles.lastIndexOf(title) ? title : label };
	});
}

/** Measured quantities first, then all others in their usual units. Battery and signal have their own kinds. */
export function offeredChannels(devices: readonly DeviceListRow[]) {
	const names = new Map<string, Map<string, boolean>>();
	const measures = new Map<string, Measure>();
	for (const { latest } of devices) {
		for (const { quantity, unit, name, isDerived = false } of latest.map(shownReading)) {
			if (isDeviceFact(quantity) && quantity !== "memory") continue;
			const key = measureKey({ quantity, unit });
			measures.set(key, { quantity, unit });
			if (name === quantityTitles[quantity]) continue;
			const found = names.get(key) ?? new Map<string, boolean>();
			names.set(key, found.set(name, isDerived && found.get(name) !== false));
		}
	}
	for (const quantity of Quantity.options) {
		if (quantity === "battery" || quantity === "signal") continue;
		const measure = { quantity, unit: quantities[quantity].unit };
		if (!measures.has(measureKey(measure))) measures.set(measureKey(measure), measure);
	}
	return {
		measures: [...measures].map(([value, measure]) => ({
			value,
			label: measureTitle(measure),
			channels: { ...measure, name: null },
		})),
		namesByMeasure: new Map([...names].map(([key, found]) => [key, [...found].map(toOfferedName).sort(byName)])),
	};
}

/** `isDerived`: every channel of this name is computed. */
type OfferedName = { name: string; isDerived: boolean };

const toOfferedName = ([name, isDerived]: [string, boolean]): OfferedName => ({ name, isDerived });
const collator = new Intl.Collator(pageLanguage, { numeric: true });
const byName = (one: OfferedName, other: OfferedName) => collator.compare(one.name, other.name);

export type ChannelOption = { value: string; label: string; channel: ChannelChoice };

export function channelKey({ quantity, unit, name }: ChannelChoice): string {
	return JSON.stringify([quantity, unit, name]);
}

export function channelText(channel: ChannelChoice, style: ValueStyle): string {
	const measure = measureTitle(measureAsRead(channel, style));
	return channel.name === null ? measure : labeled(measure, channel.name);
}

export function channelOptions(devices: readonly DeviceListRow[], style: ValueStyle): ChannelOption[] {
	const { measures, namesByMeasure } = offeredChannels(devices);
	const titles = measuresAsRead(measures, style);
	return measures.flatMap(({ value: key, channels }, index) => {
		const title = titles[index]?.label ?? measureTitle(channels);
		const named = (namesByMeasure.get(key) ?? []).map(({ name, isDerived }) => {
			return { label: labeled(title, markedName(name, isDerived)), name };
		});
		return [{ label: title, name: null }, ...named].map(({ label, name }) => {
			const channel = { ...channels, name };
			return { value: channelKey(channel), label, channel };
		});
	});
}
