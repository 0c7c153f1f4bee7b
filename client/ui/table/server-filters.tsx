import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconFilter, IconX } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { Select } from "../form/select";
import classes from "./server-filters.module.css";

/** Same width as in server-filters.module.css. */
const phone = "(max-width: 560px)";

type ServerFiltersProps = {
	label: string;
	count: number;
	only?: { label: string; onAll: () => void } | null;
	children: ReactNode;
};

/** The server filters, so that filters reach rows that are not loaded. On a phone the fields fold. */
export function ServerFilters({ label, count, only = null, children }: ServerFiltersProps) {
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	const fields = useId();
	const [isWanted, setIsWanted] = useState(false);
	const isOpen = !isPhone || isWanted;
	return (
		<search className={classes.filters} aria-label={label}>
			{isPhone && (
				<Button
					variant="default"
					className={classes.opener}
					leftSection={<IconFilter size={17} stroke={1.7} />}
					aria-expanded={isOpen}
					aria-controls={isOpen ? fields : undefined}
					onClick={() => setIsWanted(!isOpen)}
				>
					{count > 0 ? `Filters (${count})` : "Filters"}
				</Button>
			)}
			{isOpen && (
				<div id={fields} className={classes.fields}>
					{children}
				</div>
			)}
			{only && (
				<Button variant="light" className={classes.only} rightSection={<IconX size={15} />} onClick={only.onAll}>
					{only.label}
				</Button>
			)}
		</search>
	);
}

const periodChoices = {
	day: "Last 24 hours",
	week: "Last 7 days",
	month: "Last 31 days",
	quarter: "Last 92 days",
} as const;
export type Period = keyof typeof periodChoices;

type PeriodSelectProps<Offered extends Period> = {
	offered: readonly Offered[];
	value: Offered | null;
	onChange: (period: string | undefined) => void;
};

export function PeriodSelect<Offered extends Period>({ offered, value, onChange }: PeriodSelectProps<Offered>) {
	return (
		<Select
			label="Period"
			placeholder="All time"
			clearable
			data={offered.map((period) => ({ value: period, label: periodChoices[period] }))}
			value={value}
			onChange={(period: string | null) => onChange(period ?? undefined)}
		/>
	);
}
