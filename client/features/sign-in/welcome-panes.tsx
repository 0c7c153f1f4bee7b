import type { ReactNode } from "react";
import { useAuthConfig } from "../../api/auth-config";
import { BrandMark } from "../../ui/layout/brand";
import classes from "./welcome-panes.module.css";

/** The two panes of signed-out screens: what the product is, and the one thing to do. */
export function WelcomePanes({ children }: { children: ReactNode }) {
	const config = useAuthConfig();
	return (
		<div className={classes.panes}>
			<header className={classes.story}>
				<div className={classes.brand}>
					<BrandMark tone="on-colour" />
					AQLCloud
				</div>
				<div className={classes.promise}>
					<p className={classes.line}>Know before it spoils, freezes or floods.</p>
					<p className={classes.more}>
						Every logger you own, what it measured, and who was told. From the nearest edge location.
					</p>
				</div>
				<div className={classes.company}>{config?.companyName}</div>
			</header>
			<main className={classes.task}>
				<div className={classes.taskWidth}>{children}</div>
			</main>
		</div>
	);
}
