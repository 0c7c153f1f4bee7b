import type { MiddlewareHandler } from "hono";
import type { Console } from "../console";
import { deploymentOf } from "../services";

export const withDeployment: MiddlewareHandler<Console> = async (c, next) => {
	c.set("deployment", deploymentOf(c.env));
	await next();
};
