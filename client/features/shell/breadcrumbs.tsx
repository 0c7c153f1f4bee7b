import { Link, useMatches } from "@tanstack/react-router";
import classes from "./breadcrumbs.module.css";

export function Breadcrumbs() {
	const crumbs = useMatches({
		select: (matches) =>
			matches.flatMap(({ id, pathname, staticData }) =>
				staticData.title ? [{ id, pathname, title: staticData.title }] : [],
			),
		structuralSharing: true,
	});
	return (
		<nav aria-label="Breadcrumbs" className={classes.crumbs}>
			<ol>
				{crumbs.map(({ id, pathname, title }, index) => (
					<li key={id}>
						{index === crumbs.length - 1 ? (
							<span aria-current="page">{title}</span>
						) : (
							<Link to={pathname}>{title}</Link>
						)}
					</li>
				))}
			</ol>
		</nav>
	);
}
