import { IconLock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { can, type Role } from "../../../shared/permissions";
import { refusalOf } from "../../entities/labels";
import { LateFocusTooltip } from "../../ui/feedback/lazy-tooltip";
import { type Area, sections } from "./navigation";
import classes from "./side-navigation.module.css";

type SideNavigationProps = { role: Role; isNarrow?: boolean; onGo?: () => void };

export function SideNavigation({ role, isNarrow = false, onGo }: SideNavigationProps) {
	const id = useId();
	return (
		<nav className={classes.list} aria-label="Main" data-narrow={isNarrow || undefined}>
			{sections.map(({ title, areas }) => (
				<div key={title} className={classes.section}>
					{title !== null && (
						<p id={`${id}-${title}`} className={classes.heading}>
							<span className={classes.title}>{title}</span>
						</p>
					)}
					<ul aria-labelledby={title === null ? undefined : `${id}-${title}`}>
						{areas.map((area) => (
							<li key={area.to}>
								<AreaItem area={area} role={role} isNarrow={isNarrow} onGo={onGo} />
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	);
}

function AreaItem({ area, role, isNarrow, onGo }: SideNavigationProps & { area: Area }) {
	const isAllowed = can(role, area.capability);
	const content = (
		<>
			<area.icon size={19} stroke={1.7} aria-hidden="true" />
			<span className={classes.title}>{area.title}</span>
		</>
	);
	const item = isAllowed ? (
		<Link to={area.to} className={classes.item} onClick={onGo} activeProps={{ "aria-current": "page" }}>
			{content}
		</Link>
	) : (
		<button type="button" className={classes.item} aria-disabled="true">
			{content}
			<IconLock className={classes.lock} size={14} stroke={1.7} aria-hidden="true" />
		</button>
	);
	if (isAllowed && !isNarrow) return item;
	return (
		<LateFocusTooltip label={isAllowed ? area.title : refusalOf(area.capability, area.things)} position="right">
			{item}
		</LateFocusTooltip>
	);
}
