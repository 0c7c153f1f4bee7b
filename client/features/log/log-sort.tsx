import { limits } from "../../../shared/limits";
import type { LogChannel } from "../../../shared/log";
import { quantityInSentence, quantityTitles } from "../../../shared/quantity-titles";
import { type Quantity, quantities as usual } from "../../../shared/units";
import { Select } from "../../ui/form/select";
import type { FilterSubject } from "./entry-filter-chips";
import type { ChannelReadings } from "./log-readings";
import type { LogSearch } from "./log-search";
import { type LogSort, sortText } from "./log-state";

type SortSelectProps = {
	sort: LogSort;
	/** That were measured in the range. */
	quantities: Quantity[];
	onSearch: (change: LogSearch) => void;
};

/** What the table is sorted by, through the whole range. */
export function SortSelect({ sort, quantities, onSearch }: SortSelectProps) {
	const chosen = "quantity" in sort ? [sort.quantity] : [];
	const sortable = [...new Set([...quantities, ...chosen])];
	const byValue = sortable.flatMap((quantity) => {
		// Open or closed has no order.
		if (quantity === "door") return [];
		const title = quantityInSentence(quantity);
		return [
			{ value: `highest.${quantity}`, label: `Highest ${title}` },
			{ value: `lowest.${quantity}`, label: `Lowest ${title}` },
		];
	});
	return (
		<Select
			aria-label="Sort"
			size="xs"
			data={[
				{ value: "", label: "Newest first" },
				{ value: "oldest", label: "Oldest first" },
				{ value: "device", label: "By device" },
				...byValue,
			]}
			value={sortText(sort) ?? ""}
			onChange={(value) => onSearch({ sort: value === "" ? undefined : value })}
		/>
	);
}

type ByValue = Extract<LogSort, { quantity: Quantity }>;

export function extremesLabel({ order, quantity }: ByValue, count: number): string {
	const title = quantityInSentence(quantity);
	const side = order === "highest-first" ? "highest" : "lowest";
	if (count < limits.logExtremes) return `Every reading of ${title} in this range, ${side} first.`;
	return `The ${count.toLocaleString("en-US")} ${side} readings of ${title} in this range, ${side} first.`;
}

type Measuring = Pick<LogChannel, "id" | "name" | "unit">;

/** What a filter by value may be of: the measured quantities, and the channels of an only device. */
export function subjectsOf(measured: Quantity[], shown: ChannelReadings[], channels: Measuring[]): FilterSubject[] {
	const ofQuantities = measured.map((quantity) => {
		const own = shown.filter(({ channel }) => channel.quantity === quantity).map(({ channel }) => channel.unit);
		const units = new Set(own.length > 0 ? own : [usual[quantity].unit]);
		// Where channels differ, each is compared in its own.
		return { value: quantity, label: quantityTitles[quantity], unit: units.size === 1 ? ([...units][0] ?? "") : "" };
	});
	return [...ofQuantities, ...channels.map(({ id, name, unit }) => ({ value: id, label: `Channel ${name}`, unit }))];
}
