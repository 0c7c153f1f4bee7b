import { Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { can, type Role } from "../../../shared/permissions";
import { areas } from "./navigation";
import classes from "./side-navigation.module.css";

type SideNavigationProps = { role: Role; isNarrow?: boolean; onGo?: () => void };

export function SideNavigation({ role, isNarrow = false, onGo }: SideNavigationProps) {
	return (
		<nav className={classes.list} aria-label="Main" data-narrow={isNarrow || undefined}>
			{areas.map((area) => {
				const isAllowed = can(role, area.capability);
				const content = (
					<>
						<area.icon size={19} stroke={1.7} aria-hidden="true" />
						<span className={classes.title}>{area.title}</span>
					</>
				);
				return (
					<Tooltip
						key={area.to}
						label={isAllowed ? area.title : area.refusal}
						disabled={isAllowed && !isNarrow}
						position="right"
					>
						{isAllowed ? (
							<Link to={area.to} className={classes.item} onClick={onGo} activeProps={{ "aria-current": "page" }}>
								{content}
							</Link>
						) : (
							<button type="button" className={classes.item} aria-disabled="true">
								{content}
							</button>
						)}
					</Tooltip>
				);
			})}
		</nav>
	);
}
