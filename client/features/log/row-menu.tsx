import { ActionIcon, Menu } from "@mantine/core";
import { IconBraces, IconClockHour4, IconClockSearch, IconCopy, IconDots, IconNote } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import type { RowTime } from "../../ui/time/times-dialog";
import { copyText } from "./copy-text";
import classes from "./log.module.css";
import { rowJson, rowText } from "./log-row-text";
import type { LogRow } from "./log-rows";

const TimesDialog = lazy(async () => ({ default: (await import("../../ui/time/times-dialog")).TimesDialog }));

export type RowActions = {
	/** Null where the role may not. */
	onNote: ((row: LogRow) => void) | null;
	onOpen: (row: LogRow) => void;
};

/** What can be done with one row. Until it is wanted it is a button and nothing more, as there are many of them. */
export function RowMenu({ row, actions }: { row: LogRow; actions: RowActions }) {
	const [isWanted, setIsWanted] = useState(false);
	const [isTelling, setIsTelling] = useState(false);
	const areTimesWanted = useIsWanted(isTelling);
	const button = (
		<ActionIcon
			variant="subtle"
			color="gray"
			size={30}
			aria-label="Row actions"
			aria-haspopup="menu"
			aria-expanded={false}
			onClick={isWanted ? undefined : () => setIsWanted(true)}
		>
			<IconDots size={17} />
		</ActionIcon>
	);
	const times = areTimesWanted && (
		<Suspense>
			<TimesDialog name={nameOf(row)} times={timesOf(row)} isOpen={isTelling} onClose={() => setIsTelling(false)} />
		</Suspense>
	);
	if (!isWanted)
		return (
			<>
				{button}
				{times}
			</>
		);
	const { onNote, onOpen } = actions;
	return (
		<>
			<Menu width={230} withinPortal defaultOpened onClose={() => setIsWanted(false)}>
				<Menu.Target>{button}</Menu.Target>
				<Menu.Dropdown>
					<Menu.Item leftSection={<IconClockSearch size={17} stroke={1.7} />} onClick={() => onOpen(row)}>
						Open log at this moment
					</Menu.Item>
					<Menu.Item
						leftSection={<IconNote size={17} stroke={1.7} />}
						disabled={onNote === null}
						onClick={() => onNote?.(row)}
					>
						Add note here
						{onNote === null && <span className={classes.reason}>Your role cannot add notes.</span>}
					</Menu.Item>
					<Menu.Item
						leftSection={<IconCopy size={17} stroke={1.7} />}
						onClick={() => copyText(rowText(row), "Row copied.")}
					>
						Copy row
					</Menu.Item>
					<Menu.Item
						leftSection={<IconBraces size={17} stroke={1.7} />}
						onClick={() => copyText(rowJson(row), "Raw JSON copied.")}
					>
						Copy raw JSON
					</Menu.Item>
					<Menu.Item leftSection={<IconClockHour4 size={17} stroke={1.7} />} onClick={() => setIsTelling(true)}>
						All times
					</Menu.Item>
				</Menu.Dropdown>
			</Menu>
			{times}
		</>
	);
}

function nameOf({ kind }: LogRow): string {
	return kind === "reading" ? "this reading" : "this entry";
}

function timesOf({ at, receivedAt, device }: LogRow): RowTime[] {
	const received = receivedAt === null ? [] : [{ label: "Received", at: receivedAt, clock: device }];
	return [{ label: receivedAt === null ? "Time" : "Read", at, clock: device }, ...received];
}
