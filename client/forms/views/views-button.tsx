import { Button } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { Suspense } from "react";
import type { ViewScreen } from "../../../shared/view";
import { lazyPart, useIsWanted, useLazyMenu } from "../../ui/feedback/lazy-parts";

const ViewsMenu = lazyPart(async () => (await import("./views-menu")).ViewsMenu);

/** The saved views of a screen whose state is in its address. */
export function ViewsButton({ screen }: { screen: ViewScreen }) {
	const { menu, buttonProps } = useLazyMenu();
	const isWanted = useIsWanted(menu.isOpen);
	return (
		<>
			<Button variant="default" leftSection={<IconBookmark size={17} stroke={1.7} />} {...buttonProps}>
				Views
			</Button>
			{isWanted && (
				<Suspense>
					<ViewsMenu menu={menu} screen={screen} />
				</Suspense>
			)}
		</>
	);
}
