import { Link, type StaticDataRouteOption, useMatches, useRouter, useRouterState } from "@tanstack/react-router";
import { t } from "../../words/made/first-screen";
import classes from "./breadcrumbs.module.css";
import { screenTitle } from "./screen-title";

type Crumb = { path: string; title: string; isLink: boolean };

export function Breadcrumbs() {
	const router = useRouter();
	const matches = useMatches();
	const location = useRouterState({ select: (state) => state.location });
	const isShown = matches.some(({ pathname }) => withoutSlash(pathname) === withoutSlash(location.pathname));
	const screen = (isShown ? matches : router.matchRoutes(location)).filter(screenTitle).at(-1);
	const current = { path: screen?.pathname ?? "/", title: screen && screenTitle(screen) };
	const routes = Object.values(router.routesById);
	/** Uses the path only: `/alerts/edit/…` is below `/alerts/` in any layout. */
	const above = pathsAbove(current.path).flatMap((path): Crumb[] => {
		const staticData: StaticDataRouteOption =
			routes.find(({ fullPath }) => fullPath === path)?.options.staticData ?? {};
		const title = screenTitle({ staticData });
		return title ? [{ path, title, isLink: !staticData.isCrumbOnly }] : [];
	});
	return (
		<nav aria-label={t("breadcrumbs")} className={classes.crumbs}>
			<ol>
				{above.map(({ path, title, isLink }) => (
					<li key={path}>
						{isLink ? (
							<Link to={path} activeOptions={{ exact: true }}>
								{title}
							</Link>
						) : (
							<span>{title}</span>
						)}
					</li>
				))}
				<li>
					<span aria-current="page">{current.title}</span>
				</li>
			</ol>
		</nav>
	);
}

export const withoutSlash = (pathname: string) => pathname.replace(/\/$/, "");

function pathsAbove(path: string): string[] {
	const parts = path.split("/").filter(Boolean);
	return parts.slice(0, -1).map((_, index) => `/${parts.slice(0, index + 1).join("/")}/`);
}
