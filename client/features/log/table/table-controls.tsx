import { Button, Checkbox, SegmentedControl } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import { limits } from "../../../../shared/base/limits";
import { quantityInSentence } from "../../../../shared/formats/quantity-titles";
import type { Quantity } from "../../../../shared/formats/units";
import { Select } from "../../../ui/form/select";
import { countText } from "../../../ui/format";
import classes from "../log.module.css";
import type { LogSearch } from "../state/log-search";
import { type LogForm, type LogSort, type LogState, sortText } from "../state/log-state";

type TableControlsProps = {
	state: LogState;
	/** Of the newest address. */
	requested: LogState;
	form: LogForm;
	readingCount: number;
	isEmpty: boolean;
	hasRaw: boolean;
	/** The quantities that were measured in the range. */
	measured: Quantity[];
	/** On a phone, where the rows come first; null: the chart stands above them. */
	chart: { isShown: boolean; onShow: (isShown: boolean) => void } | null;
	onSearch: (change: LogSearch) => void;
};

export function TableControls(props: TableControlsProps) {
	const { state, requested, form, readingCount, isEmpty, hasRaw, measured, chart, onSearch } = props;
	const byValue = "quantity" in state.sort ? state.sort : null;
	return (
		<div className={classes.tableHead}>
			{byValue && !isEmpty && <p className={classes.extremes}>{extremesLabel(byValue, readingCount)}</p>}
			{form === "long" && (hasRaw || state.isRaw) && (
				<Checkbox
					size="xs"
					label="Raw values"
					checked={requested.isRaw}
					onChange={({ currentTarget: { checked } }) => onSearch({ raw: checked ? "on" : undefined })}
				/>
			)}
			{chart && (
				<Button
					variant="default"
					size="xs"
					leftSection={<IconChartLine size={15} stroke={1.7} />}
					aria-expanded={chart.isShown}
					onClick={() => chart.onShow(!chart.isShown)}
				>
					Chart
				</Button>
			)}
			<Select
				aria-label="Sort"
				size="xs"
				data={[
					{ value: "", label: "Newest first" },
					{ value: "oldest", label: "Oldest first" },
					{ value: "device", label: "By device" },
					...sortsByValue(requested.sort, measured),
				]}
				value={sortText(requested.sort) ?? ""}
				onChange={(value) => onSearch({ sort: value === "" ? undefined : value })}
			/>
			<SegmentedControl
				aria-label="One row"
				size="xs"
				disabled={byValue !== null}
				data={[
					{ value: "wide", label: "Per time" },
					{ value: "long", label: "Per reading" },
				]}
				value={form}
				onChange={(value) => onSearch({ form: value })}
			/>
		</div>
	);
}

/** Through the whole range. */
function sortsByValue(sort: LogSort, measured: Quantity[]) {
	const chosen = "quantity" in sort ? [sort.quantity] : [];
	return [...new Set([...measured, ...chosen])].flatMap((quantity) => {
		// Open or closed has no order.
		if (quantity === "door") return [];
		const title = quantityInSentence(quantity);
		return [
			{ value: `highest.${quantity}`, label: `Highest ${title}` },
			{ value: `lowest.${quantity}`, label: `Lowest ${title}` },
		];
	});
}

type ByValue = Extract<LogSort, { quantity: Quantity }>;

function extremesLabel({ order, quantity }: ByValue, count: number): string {
	const title = quantityInSentence(quantity);
	const side = order === "highest-first" ? "highest" : "lowest";
	if (count < limits.logExtremes) return `Every reading of ${title} in this range, ${side} first.`;
	return `The ${countText(count)} ${side} readings of ${title} in this range, ${side} first.`;
}
