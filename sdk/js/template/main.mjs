import { decide } from "./agent.mjs";
import { play } from "./danno.mjs";

play(decide);
