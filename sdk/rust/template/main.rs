mod agent;
mod danno;
#[cfg(test)]
mod test_agent;

fn main() {
    danno::play(agent::decide);
}
