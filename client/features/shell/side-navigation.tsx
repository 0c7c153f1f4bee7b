import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { can, type Role } from "../../../shared/account/permissions";
import { LateFocusTooltip } from "../../ui/feedback/lazy-tooltip";
import { t } from "../../words/made/first-screen";
import { type Area, sections } from "./navigation";
import classes from "./side-navigation.module.css";

type SideNavigationProps = { role: Role; isNarrow?: boolean; onGo?: () => void };

export function SideNavigation({ role, isNarrow = false, onGo }: SideNavigationProps) {
	const id = useId();
	return (
		<nav className={classes.list} aria-label={t("navigation.main")} data-narrow={isNarrow || undefined}>
			{sectionsFor(role).map(({ title, areas }) => (
				<div key={title} className={classes.section}>
					{title !== null && (
						<p id={`${id}-${title}`} className={classes.heading}>
							<span className={classes.title}>{title}</span>
						</p>
					)}
					<ul aria-labelledby={title === null ? undefined : `${id}-${title}`}>
						{areas.map((area) => (
							<li key={area.to}>
								<AreaItem area={area} isNarrow={isNarrow} onGo={onGo} />
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	);
}

/** Omits areas that the role may not open, and headings without areas. */
function sectionsFor(role: Role) {
	return sections.flatMap(({ title, areas }) => {
		const open = areas.filter(({ capability }) => can(role, capability));
		return open.length === 0 ? [] : [{ title, areas: open }];
	});
}

function AreaItem({ area, isNarrow, onGo }: Omit<SideNavigationProps, "role"> & { area: Area }) {
	const item = (
		<Link to={area.to} className={classes.item} onClick={onGo} activeProps={{ "aria-current": "page" }}>
			<area.icon size={19} stroke={1.7} aria-hidden="true" />
			<span className={classes.title}>{area.title}</span>
		</Link>
	);
	if (!isNarrow) return item;
	return (
		<LateFocusTooltip label={area.title} position="right">
			{item}
		</LateFocusTooltip>
	);
}
