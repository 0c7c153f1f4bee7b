import { ActionIcon, Menu } from "@mantine/core";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import {
	IconCalendar,
	IconChartLine,
	IconCheck,
	IconChevronDown,
	IconChevronLeft,
	IconChevronRight,
	IconDots,
	IconPlayerPauseFilled,
	IconPlayerPlayFilled,
} from "@tabler/icons-react";
import { Fragment, type ReactNode, useId, useState } from "react";
import { PlainButton } from "../../../ui/form/buttons";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { nightText } from "../../../ui/time/time-display";
import { t } from "../../../words/made/log";
import { phone } from "../filters/log-filters";
import classes from "../log.module.css";
import { noSpan, rangeChoices, rangeName, rangeSearch } from "../state/log-ranges";
import type { LogSearch } from "../state/log-search";
import { isRunning, type LogState } from "../state/log-state";
import { type Following, newCountLabel } from "../state/use-log";

type LogToolbarProps = {
	state: LogState;
	following: Following;
	onSearch: (change: LogSearch) => void;
	onMove: (steps: 1 | -1) => void;
	onCustom: () => void;
	chart?: { isShown: boolean; onShow: (isShown: boolean) => void } | null;
	more?: ReactNode;
};

export function LogToolbar({ state, following, onSearch, onMove, onCustom, chart, more }: LogToolbarProps) {
	const isNow = isRunning(state);
	const isLatest = state.exact ? state.exact.to >= Date.now() : isNow;
	const goEarlier = () => onMove(1);
	const goLater = () => !isLatest && onMove(-1);
	const goNow = () => {
		following.resume();
		if (!isNow) onSearch({ offset: undefined, ...noSpan });
	};
	const switchPause = () => {
		if (!following.canPause) return;
		if (following.isPaused) following.resume();
		else following.pause();
	};
	useHotkeys([
		["[", goEarlier],
		["shift+ArrowLeft", goEarlier],
		["]", goLater],
		["shift+ArrowRight", goLater],
		["n", goNow],
		["p", switchPause],
	]);
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	const now = (
		<PlainButton className={classes.control} disabled={isNow} onClick={goNow}>
			{t("range.now")}
		</PlainButton>
	);
	const steps = (
		<div className={classes.steps}>
			<ActionIcon variant="default" size={34} aria-label={t("range.earlier")} onClick={goEarlier}>
				<IconChevronLeft size={18} />
			</ActionIcon>
			{!isPhone && now}
			<ActionIcon variant="default" size={34} aria-label={t("range.later")} disabled={isLatest} onClick={goLater}>
				<IconChevronRight size={18} />
			</ActionIcon>
		</div>
	);
	const PauseIcon = following.isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled;
	const pause = (
		<GuardedButton
			className={classes.control}
			icon={<PauseIcon size={14} />}
			denial={following.canPause ? null : t("live.onlyToNow")}
			onClick={switchPause}
		>
			{following.isPaused ? t("live.resume") : t("live.pause")}
		</GuardedButton>
	);
	const news = (
		<div role="status" className={classes.news}>
			{following.news && (
				<button type="button" className={classes.pill} onClick={goNow}>
					{newCountLabel(following.news)}
				</button>
			)}
		</div>
	);

	if (isPhone) {
		return (
			<div className={classes.toolbar}>
				<RangeMenu isNarrow state={state} onSearch={onSearch} onCustom={onCustom} />
				{steps}
				{chart && (
					<ActionIcon
						variant="default"
						size={34}
						aria-label={t("chart")}
						aria-expanded={chart.isShown}
						onClick={() => chart.onShow(!chart.isShown)}
					>
						<IconChartLine size={18} stroke={1.7} />
					</ActionIcon>
				)}
				<MoreControls>
					{now}
					{pause}
					{more}
				</MoreControls>
				{news}
			</div>
		);
	}
	return (
		<div className={classes.toolbar}>
			<RangeMenu state={state} onSearch={onSearch} onCustom={onCustom} />
			{steps}
			{pause}
			{news}
		</div>
	);
}

function MoreControls({ children }: { children: ReactNode }) {
	const [isOpen, setIsOpen] = useState(false);
	const panel = useId();
	return (
		<>
			<ActionIcon
				variant="default"
				size={34}
				aria-label={t("moreControls")}
				aria-expanded={isOpen}
				aria-controls={isOpen ? panel : undefined}
				onClick={() => setIsOpen(!isOpen)}
			>
				<IconDots size={18} />
			</ActionIcon>
			{isOpen && (
				<div id={panel} className={classes.more}>
					{children}
				</div>
			)}
		</>
	);
}

type RangeMenuProps = Pick<LogToolbarProps, "state" | "onSearch" | "onCustom"> & { isNarrow?: boolean };

function RangeMenu({ state, onSearch, onCustom, isNarrow = false }: RangeMenuProps) {
	const isChosen = ({ rangeType, offset }: { rangeType: string; offset: number }) =>
		!state.exact && state.rangeType === rangeType && state.offset === offset;
	return (
		<Menu width={200}>
			<Menu.Target>
				<PlainButton
					className={`${classes.control} ${classes.range}`}
					leftSection={!isNarrow && <IconCalendar size={16} stroke={1.7} />}
					rightSection={<IconChevronDown size={14} />}
				>
					{rangeName(state)}
				</PlainButton>
			</Menu.Target>
			<Menu.Dropdown>
				{rangeChoices.map(({ title, choices }) => (
					<Fragment key={title}>
						<Menu.Label>{title}</Menu.Label>
						{choices.map((choice) => {
							const name = rangeName({ ...choice, exact: null });
							return (
								<Menu.Item
									key={name}
									aria-current={isChosen(choice)}
									rightSection={isChosen(choice) && <IconCheck size={15} />}
									onClick={() => onSearch(rangeSearch(choice))}
								>
									{name}
									{choice.rangeType === "night" && <span className={classes.reason}>{nightText()}</span>}
								</Menu.Item>
							);
						})}
					</Fragment>
				))}
				<Menu.Divider />
				<Menu.Item leftSection={<IconCalendar size={16} stroke={1.7} />} onClick={onCustom}>
					{t("range.customEntry")}
				</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}
