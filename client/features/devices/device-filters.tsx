import { Button, CloseButton, Kbd, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { DeviceListRow, DeviceStatus } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { appConstants } from "../../app-constants";
import { deviceStatusWords, statusesFromBest } from "../../device-status-words";
import { countByStatus, type DevicesSearch, type DeviceView, isFiltered } from "./device-view";
import classes from "./devices.module.css";

type DeviceFiltersProps = {
	view: DeviceView;
	rows: DeviceListRow[];
	groups: GroupListRow[];
	shownCount: number;
	onChange: (change: DevicesSearch) => void;
};

export function DeviceFilters({ view, rows, groups, shownCount, onChange }: DeviceFiltersProps) {
	const counts = countByStatus(rows);
	const offered = statusesFromBest.filter((status) => counts[status] > 0 || view.statuses.includes(status));
	const toggle = (status: DeviceStatus) => {
		const { statuses } = view;
		const next = statuses.includes(status) ? statuses.filter((other) => other !== status) : [...statuses, status];
		onChange({ status: next.length > 0 ? next.join(",") : undefined });
	};
	return (
		<search className={classes.filters} aria-label="Filter devices">
			{/* The key lets a link or "clear" set the box anew; typing changes the box first and the address later. */}
			<SearchBox text={view.text} onChange={(text) => onChange({ q: text || undefined })} />
			<div className={classes.statuses}>
				{offered.map((status) => (
					<button
						key={status}
						type="button"
						className={classes.status}
						aria-pressed={view.statuses.includes(status)}
						onClick={() => toggle(status)}
					>
						{deviceStatusWords[status].label} {counts[status]}
						{view.statuses.includes(status) && <IconX size={13} aria-hidden="true" />}
					</button>
				))}
			</div>
			{groups.length > 0 && (
				<Select
					className={classes.groupFilter}
					aria-label="Group"
					placeholder="All groups"
					data={groups.map(({ id, name }) => ({ value: id, label: name }))}
					value={view.groupIds[0] ?? null}
					onChange={(groupId) => onChange({ group: groupId ?? undefined })}
					clearable
					searchable={groups.length > 10}
				/>
			)}
			{isFiltered(view) && (
				<Button
					variant="subtle"
					size="compact-md"
					onClick={() => onChange({ q: undefined, status: undefined, group: undefined })}
				>
					Clear
				</Button>
			)}
			<div className={classes.count} role="status">
				{isFiltered(view) && `${shownCount} of ${rows.length}`}
			</div>
		</search>
	);
}

function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
	const input = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState(text);
	const [known, setKnown] = useState(text);
	const report = useDebouncedCallback(onChange, appConstants.filterDelayMs);
	useHotkeys([["/", () => input.current?.focus()]]);
	if (known !== text) {
		setKnown(text);
		if (text !== typed.trim()) setTyped(text);
	}
	const type = (value: string) => {
		setTyped(value);
		report(value.trim());
	};
	return (
		<TextInput
			ref={input}
			className={classes.search}
			type="text"
			aria-label="Search devices"
			placeholder="Name or serial number"
			leftSection={<IconSearch size={16} aria-hidden="true" />}
			rightSection={
				typed === "" ? (
					<Kbd size="xs">/</Kbd>
				) : (
					<CloseButton size="sm" aria-label="Clear search" onClick={() => type("")} />
				)
			}
			value={typed}
			onChange={(event) => type(event.currentTarget.value)}
		/>
	);
}
