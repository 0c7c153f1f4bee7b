import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Select } from "../form/select";
import classes from "./server-filters.module.css";

type ServerFiltersProps = {
	listName: string;
	/** The one thing that the list is about, and how to see the others too. */
	only: { label: string; onAll: () => void } | null;
	children: ReactNode;
};

/** The server filters, so that what is not loaded yet is reached too. */
export function ServerFilters({ listName, only, children }: ServerFiltersProps) {
	return (
		<search className={classes.filters} aria-label={`Filter the ${listName}`}>
			{children}
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
