import type { UseFormReturnType } from "@mantine/form";
import { pick, type RequestedText, recordOf, requestedTexts } from "../../../shared/base/plain-fields";
import type { CreateDevice } from "../../../shared/device/device-inputs";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import { type Quantity, quantities } from "../../../shared/formats/units";
import { standardOffsetMinutes } from "../../entities/clock-labels";
import { clockOf } from "../../forms/typed-setting";

export type NewDeviceValues = Record<RequestedText, string> & {
	name: string;
	serialNumber: string;
	timeZoneRule: string;
	timezoneOffset: string;
	groupIds: string[];
	tags: string[];
	channels: NewChannelValues[];
};
type NewChannelValues = { key: string; name: string; quantity: Quantity; unit: string };

let channelCount = 0;

export function newChannel(quantity: Quantity): NewChannelValues {
	channelCount += 1;
	return { key: `channel-${channelCount}`, name: quantityTitles[quantity], quantity, unit: quantities[quantity].unit };
}

export function withQuantity(channel: NewChannelValues, quantity: Quantity): NewChannelValues {
	const isOwnName = channel.name.trim() !== "" && channel.name !== quantityTitles[channel.quantity];
	const name = isOwnName ? channel.name : quantityTitles[quantity];
	return { ...channel, name, quantity, unit: quantities[quantity].unit };
}

export function emptyDevice(zone: string, now: number, serialNumber = ""): NewDeviceValues {
	return {
		name: "",
		serialNumber,
		timeZoneRule: "2",
		timezoneOffset: String(standardOffsetMinutes(zone, now)),
		groupIds: [],
		...recordOf(requestedTexts, () => ""),
		tags: [],
		channels: [newChannel("temperature")],
	};
}

export function toCreateDevice(values: NewDeviceValues): CreateDevice {
	const serialNumber = values.serialNumber.trim();
	return {
		name: values.name,
		...(serialNumber === "" ? {} : { serialNumber }),
		...clockOf(values),
		groupIds: values.groupIds,
		...pick(values, requestedTexts),
		tags: values.tags,
		channels: values.channels.map(({ name, quantity, unit }) => ({ name, quantity, unit })),
	};
}

export type NewDeviceForm = UseFormReturnType<NewDeviceValues>;
